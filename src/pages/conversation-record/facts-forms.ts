/** Forms of the settings panel that correct the facts of a call: start, owner and participants. */

import { RawJson } from '../../core/json.ts'
import { t } from '../../core/languages/message.ts'
import { listOrganizationUsers } from '../../features/accounts/identity/index.ts'
import { getConversation } from '../../features/conversations/records/index.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { form, selectField, textAreaField, textField } from '../components/form.ts'
import { formatParticipants } from '../components/participants.ts'
import { formatPersonName } from '../components/people.ts'
import { toLocalMoment } from '../components/times.ts'

interface CallParticipant {
  readonly name: string | null
  readonly email: string | null
}

/** Participants in raw JSON, as the operation returns them. */
const parsePeople = (value: unknown): CallParticipant[] =>
  value instanceof RawJson ? (JSON.parse(value.text) as CallParticipant[]) : ((value ?? []) as CallParticipant[])

export async function factsForms(req: PageRequest, page: string, id: string): Promise<Html> {
  const [{ attributes }, users] = await Promise.all([
    req.run(getConversation, { id, 'filter[include_internal_participants]': 'true' }),
    req.run(listOrganizationUsers, {}),
  ])
  const { liveStreamStartedAt: start, userUUID } = attributes
  const choices = users.data.map(({ uuid, ...person }) => ({ value: uuid, label: formatPersonName(person) }))
  return html`<div class="record-part">${form(
    req,
    {
      ...{ page, action: 'start', enhance: '#settings', kind: 'plain', button: t('Save start') },
      pointers: { '/startedAt': 'startedAt' },
    },
    (fill) =>
      textField(fill, {
        ...{ name: 'startedAt', id: 'settings-start', label: t('Start'), type: 'datetime-local', required: true },
        value: start === null ? '' : toLocalMoment(req, start),
        help: t('In your time zone. Parley analyzes the call again, because due dates depend on the start.'),
      }),
  )}</div>
<div class="record-part">${form(
    req,
    {
      ...{ page, action: 'owner', enhance: '#settings', kind: 'plain', button: t('Transfer call') },
      pointers: { '/userUUID': 'owner' },
    },
    (fill) =>
      selectField(fill, {
        ...{ name: 'owner', id: 'settings-owner', label: t('Owner'), value: userUUID, choices },
        help: t('The owner can change the call, and sees it if it is private.'),
      }),
  )}</div>
<div class="record-part">${form(
    req,
    {
      ...{ page, action: 'participants', enhance: '#settings', kind: 'plain', button: t('Save participants') },
      pointers: { '/participants': 'outside' },
    },
    (fill) =>
      html`${textAreaField(fill, {
        ...{ name: 'outside', id: 'settings-outside', label: t('Participants of the other side'), rows: 3 },
        value: formatParticipants(parsePeople(attributes.participants)),
      })}
${textAreaField(fill, {
  ...{ name: 'inside', id: 'settings-inside', label: t('Participants of your organization'), rows: 3 },
  value: formatParticipants(parsePeople(attributes.internalParticipants)),
  help: t(
    'One per line, such as Ann Smith <ann@customer.example>. Speakers of the same name get the address and the side.',
  ),
})}`,
  )}</div>`
}
