/** A sentence, with what stands between backticks as code. */
export const Prose = ({ text }: { text: string }) => (
  <>{text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part))}</>
)
