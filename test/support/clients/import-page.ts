import type { Shown } from './organizer.js'

/** Returns the fields that the page of an import would send: what is hidden, and what is selected. */
export function fieldsOf({ html }: Shown): Record<string, string> {
  const [, form = ''] = /<form method="post" action="[^"]*\/import"[^>]*>(.*?)<\/form>/s.exec(html) ?? []
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const selects = [...form.matchAll(/<select class="input" name="([^"]+)".*?<\/select>/gs)].map(([text, name]) => [
    name,
    /value="([^"]*)" selected/.exec(text)?.[1] ?? '',
  ])
  return Object.fromEntries([...hidden.map(([, name, value]) => [name, value]), ...selects]) as Record<string, string>
}
