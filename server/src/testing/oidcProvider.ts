import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export interface OidcProvider {
  /** For `YANSHU_SSO`. */
  readonly setting: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Lets people come back to this server alone. Asked for once. */
  allow(server: string): void
  /** What the provider answers about a person who logs in under a name. */
  readonly people: Map<string, { readonly email: string; readonly email_verified: boolean }>
  stop(): Promise<void>
}

/** A provider of OpenID Connect on this machine, with its own forms: a client that types a name is that person. */
export async function startOidcProvider(): Promise<OidcProvider> {
  let provider: Provider | null = null
  const server = createServer((request, response) => {
    if (provider) void provider.callback()(request, response)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`
  const [clientId, clientSecret] = ['yanshu', 'a-secret-of-the-tests']
  const people: OidcProvider['people'] = new Map()
  return {
    setting: `http://${clientId}:${clientSecret}@127.0.0.1:${address.port}/`,
    issuer,
    clientId,
    clientSecret,
    people,
    allow(of) {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            redirect_uris: [`${of}/api/oauth/client/sso`],
            grant_types: ['authorization_code'],
            response_types: ['code'],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        pkce: { required: () => true },
        cookies: { keys: ['a key of the tests'] },
        features: { devInteractions: { enabled: true } },
        findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
      })
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
