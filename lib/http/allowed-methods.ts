import { allEndpoints } from '../../infra/routes.js'

/** Methods of the routes whose path matches, as an `Allow` header lists them; empty for an unknown path. */
export function allowedMethods(path: string): string[] {
  const methods = allEndpoints
    .map(({ route }) => route.split(' ') as [string, string?])
    .filter(([, template]) => template !== undefined && patternOf(template).test(path))
    .flatMap(([method]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return methods.length > 0 ? [...methods, 'OPTIONS'] : []
}

const patternOf = (template: string) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}/?$`)
