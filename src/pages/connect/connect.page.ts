/** Page to connect AI assistants, with instructions for each of the common ones. */

import { Message, t } from '../../core/languages/message.ts'
import { TOOL_PATH } from '../../inbound/web/addresses.ts'
import { definePage } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { COPY_SCRIPT, copyBlock } from '../components/copy.ts'
import { badge, card, heading, linkButton } from '../components/layout.ts'
import { type ConnectClient, clientsFor, isPublic, type SetupSnippet } from './clients.ts'

export const connectPage = definePage({
  path: '/connect',
  navigation: {
    group: 'connections',
    label: t('Assistants'),
    words: t('Claude, ChatGPT and other assistants with tools'),
  },
  async show({ ctx, user }) {
    const url = ctx.publicUrl() + TOOL_PATH
    const reachable = isPublic(url)
    return {
      title: t('Connect an assistant'),
      scripts: [COPY_SCRIPT],
      body: html`${heading(t('Connect an assistant'), {
        words: t(
          'An AI assistant can search your calls, quote them with time and speaker, and do what you can do in Parley.',
        ),
        actions: linkButton('/account#apps', t('View connected apps')),
      })}
${card(
  t('MCP server URL'),
  html`${copyBlock('address', t('URL'), url)}
<p class="soft">You sign in with your browser, and the assistant never has more access than you. You decide whether it can only read or also make changes. You can disconnect it at any time under Connected apps.</p>
${!reachable && notPublic(user.role === 'ADMIN')}`,
)}
<div class="connect-clients">${clientsFor(url).map((client) => clientView(client, reachable))}</div>
${card(t('API keys'), html`<p>Use an API key on computers without a browser. A user's API key acts for that user, an organization-level key for the organization. Protect the key like a password, and store it in an environment variable rather than in a file. ${user.role === 'ADMIN' ? html`<a href="/admin/keys">Create an API key</a>.` : t('Ask an admin for an API key.')} If a client opens a sign-in page although it has a key, sign in instead.</p>`)}`,
    }
  },
})

const notPublic = (admin: boolean): Html =>
  html`<p class="connect-note" role="note"><b>Only assistants on computers that can reach this URL can connect.</b> Claude in the browser, ChatGPT and other cloud services require a public HTTPS URL. ${admin ? html`Set <code>PUBLIC_URL</code>; see <a href="/setup">Setup</a>.` : t('Ask an admin to set one up.')}</p>`

function clientView(client: ConnectClient, reachable: boolean): Html {
  const { id, name, from, steps, byKey } = client
  const state =
    from === 'here'
      ? html``
      : reachable
        ? badge(t('Ready to connect'), 'good')
        : badge(t('Requires a public HTTPS URL'), 'open')
  return html`<details class="disclosure" id="${id}"><summary>${name} ${state}</summary><div>
<ol>${steps.map((step, index) => (step instanceof Message ? stepView(client, step, steps[index + 1]) : html``))}</ol>
${byKey !== undefined && html`<h3>Connect with an API key</h3>${byKey.map((part, index) => (part instanceof Message ? html`<p>${part}</p>` : copyBlock(`${id}-key-${index}`, part.label, part.text)))}`}
</div></details>`
}

/** Step with the text to paste, if the next entry is a snippet. */
const stepView = ({ id, steps }: ConnectClient, words: Message, next: Message | SetupSnippet | undefined): Html =>
  html`<li><p>${words}</p>${next !== undefined && !(next instanceof Message) && copyBlock(`${id}-${steps.indexOf(next)}`, next.label, next.text)}</li>`
