const CHARACTERS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as HTML has it, also in attributes. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => CHARACTERS[each] as string)
