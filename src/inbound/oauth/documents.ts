/** Client ID metadata documents: metadata that a client publishes at the URL that is its client ID. */
import type { Log } from '../../core/log.ts'
import { GRANTED, RegistrationRefused, readRegistration } from './registration.ts'

/** Fields that the library validates and may reject. */
const JUDGED = ['client_id', 'client_secret', 'client_secret_expires_at'] as const

/**
 * Normalizes the document for the protocol library, under the same rules as a registration.
 * @returns a response with a status other than 200 if the document is invalid
 */
export async function clientDocument(answer: Response, max: number, log: Pick<Log, 'info'>): Promise<Response> {
  if (answer.status !== 200) return answer
  const refuse = (reason: string) => {
    log.info({ address: answer.url, reason }, 'client document refused')
    return new Response(null, { status: 422 })
  }
  const text = await answer.text()
  if (text.length > max) return refuse('too large')
  try {
    const said = JSON.parse(text) as Readonly<Record<string, unknown>>
    const registration = readRegistration(said, 'none')
    const judged = Object.fromEntries(JUDGED.filter((name) => name in said).map((name) => [name, said[name]]))
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const name of ['cache-control', 'expires']) {
      const value = answer.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return new Response(JSON.stringify({ ...registration, ...GRANTED, ...judged }), { headers })
  } catch (error) {
    if (error instanceof RegistrationRefused) return refuse(error.message)
    if (error instanceof SyntaxError) return refuse('no JSON')
    throw error
  }
}
