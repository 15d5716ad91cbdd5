/** The suite's authorization scenarios: it prints an address, and waits for somebody to sign in there and agree. */
import { openRealBrowser } from '../../src/testing/real-browser.ts'
import { freePort } from '../free-port.ts'
import { runSuite, type Verdict } from './suite.ts'

/** @param signInLink from the first start, good for one visit */
export async function authorizationVerdict(issuer: string, signInLink: string): Promise<Verdict> {
  const port = await freePort()
  const clientId = await registered(issuer, `http://127.0.0.1:${port}/callback`)
  const browser = await openRealBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(signInLink)
    await page.click('button')
    await page.waitForLoadState()
    let agreed: Promise<unknown> | undefined
    const verdict = await runSuite(
      ['authorization', '--url', issuer, '--client-id', clientId, '--resource', `${issuer}/mcp`, '-p', String(port)],
      (said) => {
        const [address] = /https?:\/\/\S+\/oauth\/authorize\S*/.exec(said) ?? []
        if (address !== undefined) agreed ??= page.goto(address).then(() => page.click('button[value=allow]'))
      },
    )
    await agreed
    return agreed === undefined ? { ...verdict, failures: [...verdict.failures, 'nobody was asked to agree'] } : verdict
  } finally {
    await browser.close()
  }
}

/** As clients do that are not known yet (RFC 7591). */
async function registered(issuer: string, redirectUri: string): Promise<string> {
  const answer = await fetch(`${issuer}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ client_name: 'Conformance', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
      ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
    }),
  })
  const { client_id: id } = (await answer.json()) as { client_id?: string }
  if (id === undefined) throw new Error(`A client could not be registered: ${answer.status}`)
  return id
}
