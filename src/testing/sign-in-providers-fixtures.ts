/** Domains and providers of organizations. A domain is claimed across organizations: each test has one of its own. */
import { randomBytes } from 'node:crypto'
import type { OrganizationId } from '../core/principal.ts'
import { call } from './call.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { Caller, World } from './world.ts'

/** A domain of the organization that no other one has. */
export async function newDomain(world: World, org: OrganizationId = world.acme): Promise<string> {
  const domain = `d${randomBytes(8).toString('hex')}.example`
  await world.app.store.owner.query('insert into organization_domains (organization_id, domain) values ($1, $2)', [
    org,
    domain,
  ])
  return domain
}

/** A provider of acme as an admin sets it up; without `idp`, at an address where nobody is. */
export async function newProvider(
  world: World,
  given: Record<string, unknown> & { readonly idp?: IdentityProvider; readonly caller?: Caller } = {},
): Promise<{ id: string; domain: string }> {
  const { idp, caller = world.org, ...body } = given
  const domain = caller === world.rivalOrg ? await newDomain(world, world.rival) : await newDomain(world)
  const where =
    idp === undefined
      ? { issuer: 'https://id.example.com', client_id: 'parley' }
      : { issuer: idp.issuer, client_id: idp.clientId, client_secret: idp.clientSecret }
  const answer = await call(world.app, caller, 'POST', '/sign-in-providers', {
    body: { name: 'Example ID', domains: [domain], ...where, ...body },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return { id: answer.body.data.id, domain }
}
