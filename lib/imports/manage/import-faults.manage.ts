import type { DescribeFault } from '../row-fault.js'
import type { Texts } from '../../manage/texts.js'

/** Columns whose faults the forms of the interface know by other names. */
const IN_FORMS: Record<string, string> = {
  phone: 'phone_numbers',
  country: 'location.country',
}

/** Returns what writes the faults of rows in the language of the page. */
export function faultsIn({ form, imports }: Texts): DescribeFault {
  const { faults, fields } = imports
  const [byCode, byField, inForms, labels] = [faults.codes, faults.fields, form.malformed, fields].map(
    (texts) => new Map<string, string>(Object.entries(texts)),
  ) as [Map<string, string>, Map<string, string>, Map<string, string>, Map<string, string>]
  return ({ error_code, description, field = '', heading = labels.get(field) }) => {
    // The API says how long a text may be.
    const [, most] = /at most (\d+) characters$/.exec(description) ?? []
    const text =
      byCode.get(field === 'email' && error_code === 'required' ? 'no_contact' : error_code) ??
      (most && faults.tooLong(Number(most))) ??
      byField.get(field) ??
      inForms.get(IN_FORMS[field] ?? field) ??
      faults.other
    return heading === undefined ? text : `${heading}: ${text}`
  }
}
