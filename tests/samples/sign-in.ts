import { newId } from '../../src/core/clock.ts'
import { issueSignInLink } from '../../src/features/accounts/sign-in/index.ts'
import { call } from '../../src/testing/call.ts'
import { metadataWith, newSigningKey } from '../../src/testing/saml-provider.ts'
import type { SamplesOf } from './sample.ts'

const { certificate } = newSigningKey()

export const signInSamples: SamplesOf = async (world) => {
  const { app, acme, org, bob } = world
  const { owner } = app.store
  const begin = async () => {
    const path = await issueSignInLink(app.store.of(acme), acme, app.clock, bob.userId ?? '')
    const from = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', address: '192.0.2.7' }
    const begun = await app.signIn.open(path.split('/').at(-1) ?? '', from)
    return (await app.signIn.findUser(begun?.token))?.sessionId ?? ''
  }
  const provider = async (domain: string) => {
    await owner.query('insert into organization_domains (organization_id, domain) values ($1, $2)', [acme, domain])
    return { name: 'Example ID', issuer: 'https://id.example.com', client_id: 'parley', domains: [domain] }
  }
  // Domains are claimed across organizations, and every world of the run has its own.
  const unique = () => `d${newId().replaceAll('-', '')}.example`
  const body = { ...(await provider(unique())), client_secret: 'secret' }
  const { id } = (await call(app, org, 'POST', '/sign-in-providers', { body })).body.data
  const domain = unique()
  await provider(domain)
  const saml = { name: 'Example SAML', metadata: metadataWith([certificate]), domains: [domain], enabled: true }
  const set = await call(app, org, 'PUT', '/saml-settings', { body: saml })
  if (set.status !== 200) throw new Error(set.text)
  await owner.query(
    `insert into saml_attempts (organization_id, id, at, outcome, detail, is_test)
     values ($1, $2, now(), 'audience', 'https://other.example', false)`,
    [acme, newId()],
  )
  await owner.query(
    `insert into saml_assertions (organization_id, assertion_hash, expires_at) values ($1, $2, now() + interval '5 minutes')`,
    [acme, newId()],
  )
  // What coming by a provider leaves behind, without one that answers.
  await owner.query(
    `insert into sign_in_identities (organization_id, provider_id, subject, user_id, linked_at, last_used_at)
     values ($1, $2, 'subject', $3, now(), now())`,
    [acme, id, bob.userId],
  )
  await owner.query(
    `insert into sign_in_requests (organization_id, state_hash, provider_id, browser_hash, secrets, created_at, expires_at)
     values ($1, $2, $3, 'hash', 'v1.sealed', now(), now() + interval '10 minutes')`,
    [acme, newId(), id],
  )
  await owner.query(
    `insert into passwords (organization_id, user_id, hash, changed_at) values ($1, $2, '$argon2id$', now())
     on conflict do nothing`,
    [acme, bob.userId],
  )
  return {
    listSessions: { caller: bob },
    deleteSession: { path: { id: await begin() }, caller: bob },
    deleteUserPassword: { path: { id: bob.userId ?? '' } },
    listSignInProviders: {},
    createSignInProvider: { body: await provider(unique()) },
    getSignInProvider: { path: { id } },
    updateSignInProvider: { path: { id }, body: { name: 'Another ID', makes_users: false } },
    testSignInProvider: { path: { id } },
    deleteSignInProvider: { path: { id } },
    getSamlSettings: {},
    putSamlSettings: { body: saml },
    deleteSamlSettings: {},
  }
}
