/** Agents and customers of contacts in Amazon Connect. The files of Contact Lens don't name them. */
import { signAwsRequest } from './aws-signature.ts'
import { checkBaseUrl } from './credentials.ts'
import { requestJson, unlessRefused } from './download.ts'
import { type AnnouncedCall, type CallFacts, type SourceAccess, SourceFault, type SourceField } from './kind.ts'
import { recordAt, textAt, toFacts, toParticipants } from './wire.ts'

/** Instance of Amazon Connect, whose interface returns contacts. */
export const INSTANCE_FIELDS: readonly SourceField[] = [
  {
    name: 'instanceId',
    label: 'Instance ID',
    help: 'Last part of the ARN of the instance. Without it, calls have no agent, no telephone number and no owner at Amazon Connect.',
    max: 36,
    check: (value) =>
      /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
        ? undefined
        : 'The value must be the ID of an instance, such as 11111111-2222-3333-4444-555555555555.',
  },
  {
    name: 'connectUrl',
    label: 'Address of Amazon Connect',
    help: 'Change it only for a VPC endpoint. Usually `https://connect.REGION.amazonaws.com`.',
    isDestination: true,
    check: checkBaseUrl,
  },
]

/** Agent, who owns the call, and customer. Nothing without an instance, and for contacts that are no longer stored. */
export async function describeContact(call: AnnouncedCall, access: SourceAccess): Promise<CallFacts> {
  if (access.settings.instanceId === undefined) return {}
  const contact = await unlessRefused(requestContact(call.externalId, access))
  return contact === undefined ? {} : readContact(contact, access)
}

/** @throws SourceFault if the access key may not read contacts */
export async function checkContacts(contactId: string, access: SourceAccess): Promise<void> {
  try {
    await readContact(await requestContact(contactId, access), access)
  } catch (error) {
    if (!(error instanceof SourceFault) || error.status !== 403) throw error
    throw new SourceFault(
      'temporary',
      'The access key may not read contacts. Add `connect:DescribeContact` and `connect:DescribeUser` for the instance.',
    )
  }
}

const requestContact = (contactId: string, access: SourceAccess): Promise<unknown> =>
  requestConnect(`contacts/${access.settings.instanceId}/${encodeURIComponent(contactId)}`, access)

async function readContact(answer: unknown, access: SourceAccess): Promise<CallFacts> {
  const contact = recordAt(answer, 'Contact')
  const agentId = textAt(recordAt(contact, 'AgentInfo'), 'Id')
  const agent =
    agentId === undefined
      ? {}
      : recordAt(
          await requestConnect(`users/${access.settings.instanceId}/${encodeURIComponent(agentId)}`, access),
          'User',
        )
  const identity = recordAt(agent, 'IdentityInfo')
  const userName = textAt(agent, 'Username')
  const name = [textAt(identity, 'FirstName'), textAt(identity, 'LastName')].filter(Boolean).join(' ')
  // Users of an identity provider have their address as name, and often no other one.
  const email = textAt(identity, 'Email') ?? (userName?.includes('@') === true ? userName : undefined)
  const customer = recordAt(contact, 'CustomerEndpoint')
  const isPhone = textAt(customer, 'Type') === 'TELEPHONE_NUMBER'
  // Who imports redacted files doesn't want the data of customers.
  const isKept = isPhone && access.settings.content !== 'redacted'
  return toFacts({
    externalId: '',
    ...(email === undefined ? {} : { ownerEmail: email }),
    participants:
      toParticipants([
        { name: name === '' ? userName : name, email, internal: true },
        {
          name: isKept ? textAt(customer, 'DisplayName') : undefined,
          email: undefined,
          phone: isKept ? textAt(customer, 'Address') : undefined,
        },
      ]) ?? [],
  })
}

function requestConnect(path: string, access: SourceAccess): Promise<unknown> {
  const { settings, credentials } = access
  const region = settings.region ?? 'us-east-1'
  const base = (settings.connectUrl ?? `https://connect.${region}.amazonaws.com`).replace(/\/$/, '')
  const url = new URL(`${base}/${path}`)
  const headers = signAwsRequest(
    url,
    {
      ...{ accessKeyId: settings.accessKeyId ?? '', secretAccessKey: credentials.secretAccessKey ?? '' },
      ...{ region, service: 'connect' },
    },
    access.now(),
  )
  return requestJson(access, url.href, { headers })
}
