import { Prose } from '../../html/prose.js'
import type { DocumentSchema } from '../../hal/descriptions/schema.js'
import type { ApiVersion } from '../../hal/version.js'
import type { Documented } from './relations.js'
import { fieldsOf } from './resource-fields.js'

/** Shows all fields of a resource, those of requests and of answers, with their names in an older version. */
export function FieldTable({
  site,
  document,
  version,
}: {
  site: Documented
  document: DocumentSchema
  version: ApiVersion
}) {
  const fields = fieldsOf(site, document, version)
  const hasOlder = fields.some(({ older }) => older)
  return (
    <div class="table" tabindex={0} role="region" aria-label={`Fields of ${document.name}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Set by</th>
            {hasOlder && <th scope="col">Version 1</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, type, required, setBy, older, description }) => (
            <tr>
              <th scope="row">
                <code>{path}</code>
                {required && (
                  <>
                    {' '}
                    <span class="mark">required</span>
                  </>
                )}
                <p>
                  <Prose text={description} />
                </p>
              </th>
              <td>{type}</td>
              <td>{setBy}</td>
              {hasOlder && <td>{older && <code>{older}</code>}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
