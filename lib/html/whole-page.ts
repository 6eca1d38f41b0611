import { type Markup, markup } from './markup.js'

/**
 * A page as it is sent. Its icon is empty, so that no browser asks for one.
 * @param head what stands there besides the title
 */
export const wholePage = (title: string, head: Markup, body: Markup): string =>
  markup`<!doctype html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
${body}
</body>
</html>
`.text
