/** Files that a bundle takes as text: `import layout from './layout.css' with { type: 'text' }`. */
declare module '*.css' {
  const text: string
  export default text
}

declare module '*.browser.js' {
  const text: string
  export default text
}

declare module '*.svg' {
  const text: string
  export default text
}
