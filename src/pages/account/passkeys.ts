/** Passkeys on the page of the second factor: list, registration, names and removal. */

import { type Text, t } from '../../core/languages/message.ts'
import { type listPasskeys, PASSKEY_NAME_MAX } from '../../features/accounts/passkeys/index.ts'
import type { AnswerOf, PageRequest, View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { SECOND_FACTOR_PATH } from '../../inbound/web/navigation.ts'
import { actionButton, disclosure, form, textField } from '../components/form.ts'
import { badge, card, heading, linkButton, type TrailStep } from '../components/layout.ts'
import { table } from '../components/table.ts'
import { renderTimestamp } from '../components/times.ts'

type Passkeys = AnswerOf<typeof listPasskeys>
type Passkey = Passkeys['data'][number]

const PAGE = SECOND_FACTOR_PATH

/** Part of a card, with room above it. */
export const part = (body: Html): Html => html`<div class="account-part">${body}</div>`

/** @param given `isFresh`: whether the user signed in recently enough to change passkeys; `hidden`: fields of each form */
export function renderPasskeys(
  req: PageRequest,
  { is_available: isAvailable, data }: Passkeys,
  { isFresh, hidden }: { readonly isFresh: boolean; readonly hidden: Html },
): Html {
  const about = html`<p>A passkey signs you in without a password: your device confirms your fingerprint, face or PIN. It counts as two factors.</p>`
  const add =
    isFresh &&
    isAvailable &&
    form(
      req,
      { page: PAGE, action: 'add-passkey', button: t('Add passkey'), kind: 'plain', inline: true },
      () => hidden,
    )
  const missing =
    !isAvailable &&
    html`<p class="soft">Passkeys aren't available at this address. They require https and a host name. Ask the operator to set the public address of Parley.</p>`
  return html`${about}${data.length > 0 && html`<div class="passkeys">${list(req, data, isFresh)}</div>`}${missing}${add && part(add)}`
}

const list = (req: PageRequest, passkeys: readonly Passkey[], isFresh: boolean): Html =>
  table<Passkey>(
    passkeys,
    [
      {
        title: t('Passkey'),
        cell: ({ name, backed_up: isBackedUp }) =>
          html`<bdi>${name}</bdi>${isBackedUp && html` ${badge(t('Synchronized'))}`}`,
      },
      { title: t('Added'), cell: ({ created_at: at }) => renderTimestamp(req, at) },
      { title: t('Last used'), cell: ({ last_used_at: at }) => (at === null ? t('Never') : renderTimestamp(req, at)) },
      {
        title: t('Actions', 'column'),
        kind: 'actions',
        cell: ({ id, name }) => html`${rename(req, id, name)}${isFresh && remove(req, id, name)}`,
      },
    ],
    { caption: t('Passkeys') },
  )

const rename = (req: PageRequest, id: string, name: string): Html =>
  disclosure(
    t('Rename'),
    form(req, { page: PAGE, action: 'rename-passkey', key: id, button: t('Save name'), kind: 'plain' }, (fill) =>
      nameField(fill, { id: `name-${id}`, value: name }),
    ),
    req.attempt?.action === 'rename-passkey' && req.attempt.fields.text('key') === id,
  )

const remove = (req: PageRequest, id: string, name: string): Html =>
  actionButton(req, {
    ...{ page: PAGE, action: 'remove-passkey', key: id, button: t('Remove') },
    confirm: t`Remove the passkey ${name}? You can no longer sign in with it, and all other browsers are signed out. Delete it from your device too.`,
  })

const nameField = (fill: Parameters<typeof textField>[0], given: { id?: string; value?: string; help?: Text }): Html =>
  textField(fill, { name: 'name', label: t('Name'), required: true, max: PASSKEY_NAME_MAX, ...given })

/** Page on which the browser creates the passkey. @param options for `navigator.credentials.create`, in JSON */
export const renderNewPasskey = (
  req: PageRequest,
  { options, trail, hidden }: { readonly options: string; readonly trail: readonly TrailStep[]; readonly hidden: Html },
): View => ({
  title: t('Add passkey'),
  scripts: ['inbound/web/passkey.browser.ts'],
  body: html`${heading(t('Add passkey'), { trail })}
${card(
  t('New passkey'),
  html`<p>Name the passkey after the device or the password manager that stores it. Your browser then asks where to store it.</p>
<form class="account-part" method="post" action="${PAGE}/create-passkey" data-passkey="create" data-options="${options}">
${req.formToken}${hidden}<input type="hidden" name="response" value="">
<p class="problem" role="alert" data-passkey-problem hidden></p>
<div class="field"><label for="field-name">Name</label><input type="text" id="field-name" name="name" required maxlength="${PASSKEY_NAME_MAX}" value="Passkey" autocomplete="off"></div>
<button class="primary" disabled>Create passkey</button>
<noscript><p>Passkeys need scripts. Allow scripts of this page.</p></noscript>
</form>
${part(linkButton(PAGE, t('Cancel')))}`,
)}`,
})
