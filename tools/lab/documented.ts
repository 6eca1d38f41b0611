import { readFile } from 'node:fs/promises'

const PAGE = 'docs/api/generated-clients.md'

/**
 * Returns the code blocks of a language on the page about generated clients, for another server than the page names.
 * So what is documented is what runs.
 */
export async function documented(language: 'python' | 'go' | 'ts', [url, key]: [string, string]): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8')
  const blocks = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))]
  return blocks.map(([, code = '']) => code.replaceAll('http://localhost:3000', url).replaceAll('demo-group-key', key))
}
