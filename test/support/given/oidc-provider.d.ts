/** The part of the library that tests use: it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** A request as Koa hands it on. */
  interface Context {
    path: string
    status: number
    body: unknown
    response: { get(name: string): string | undefined; set(name: string, value: string): void }
    redirect(url: string): void
    oidc: { session: { accountId: string }; client: { clientId: string } }
  }

  interface Grant {
    addOIDCScope(scopes: string): void
    save(): Promise<string>
  }

  export default class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (of: { accountId: string; clientId: string }) => Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockTolerance: number): object
}
