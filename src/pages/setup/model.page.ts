/**
 * Language model page for admins: finds model servers, lists their models, tries a model, connects and disconnects it. Each
 * step is a form, whose hidden fields carry the choices of the steps before. API keys are encrypted in them.
 */
import type { z } from 'zod'
import { formatNumber } from '../../core/languages/formats.ts'
import { known } from '../../core/languages/known.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { type LocalPort, type ModelServer, type OfferedModel, SERVER_FAULTS } from '../../core/model-connection.ts'
import {
  adviseContext,
  connectModel,
  describeModel,
  describeQuotes,
  describeSchema,
  describeSpeed,
  disconnectModel,
  FAULT_WORDS,
  findModelServers,
  getModelConnection,
  inspectModelServer,
  type TrialResult,
  tryModelConnection,
} from '../../features/analysis/model-connection/index.ts'
import { type Fields, type PageRequest, redirectTo, type View } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { withCode } from '../../inbound/web/with-code.ts'
import { adminPage } from '../admin/shared.ts'
import { actionButton, type Choice, form, selectField, textField } from '../components/form.ts'
import { badge, card, facts, heading } from '../components/layout.ts'
import { renderTimestamp } from '../components/times.ts'
import { MODEL_SETUP_PATH } from './model-setup-path.ts'

type Connection = z.output<typeof getModelConnection.output>
type Connected = NonNullable<Connection['connected']>
type ChoiceInput = z.input<typeof tryModelConnection.input>

export const modelPage = adminPage({
  path: MODEL_SETUP_PATH,
  navigation: {
    group: 'analysis',
    label: t('Language model'),
    role: 'ADMIN',
    words: t('Model for summaries, answers and scores'),
  },
  show: (req) => render(req, html``),
  actions: {
    find: async (req) => {
      const { ports } = await req.run(findModelServers, {})
      return render(req, found(req, ports))
    },
    list: async (req, fields) => {
      const { server, sealedKey } = await req.run(inspectModelServer, {
        provider: fields.text('provider') === 'anthropic' ? 'anthropic' : 'openai',
        url: fields.optional('url'),
        key: fields.optional('key'),
      })
      return render(req, serverCard(req, server, sealedKey))
    },
    try: async (req, fields) => {
      const choice = choiceIn(fields)
      const { result } = await req.run(tryModelConnection, choice)
      return render(req, trialCard(req, choice, result))
    },
    connect: async (req, fields) => {
      const { name } = await req.run(connectModel, choiceIn(fields))
      return redirectTo(MODEL_SETUP_PATH, t`Language model connected: ${name}`)
    },
    disconnect: async (req) => {
      await req.run(disconnectModel, {})
      return redirectTo(MODEL_SETUP_PATH, t('Language model disconnected'))
    },
  },
})

/** @param step result of the step that was just taken */
async function render(req: PageRequest, step: Html): Promise<View> {
  const connection = await req.run(getModelConnection, {})
  return {
    title: t('Language model'),
    body: html`${heading(t('Language model'), {
      trail: [{ label: t('Setup'), path: '/setup' }],
      words: t(
        'A language model writes more complete answers, summaries, scores and field values. Parley sends parts of transcripts to the connected server, and to no other address.',
      ),
    })}
${renderProblems(req)}
${step}
${current(req, connection)}
${connection.isFromEnvironment || connection.isShared ? whyFixed(connection) : steps(req)}`,
  }
}

/** Problems of actions without a form on the page. */
function renderProblems({ attempt }: PageRequest): Html {
  if (attempt === undefined || attempt.action === 'list') return html``
  const details = attempt.problems.map(({ detail }) => html`<li>${withCode(known(detail))}</li>`)
  return html`<div class="problem" role="alert"><ul>${details}</ul></div>`
}

const whyFixed = ({ isFromEnvironment }: Connection): Html =>
  card(
    t('Change the model'),
    isFromEnvironment
      ? html`<p>The setting <code>MODEL_PROVIDER</code> in the environment replaces a model that is connected here. Change the settings, or remove them and restart Parley.</p>`
      : html`<p>The organizations of this installation share one language model. The operator connects it with <code>parley model connect</code>.</p>`,
  )

function current(req: PageRequest, { connected, isFromEnvironment, isShared }: Connection): Html {
  if (connected === null) {
    return card(
      t('Connected model'),
      html`<p>${badge(t('Off'), 'open')} No language model is connected. Parley uses rules and quotes, and no text leaves this server.</p>`,
    )
  }
  const { name, url, hasKey, contextTokens, connectedAt, isUsable } = connected
  const canDisconnect = !isFromEnvironment && !isShared
  return card(
    t('Connected model'),
    html`<p>${isUsable ? badge(t('Connected'), 'good') : html`${badge(t('Not usable'), 'bad')} The API key was encrypted with another secret. Connect the model again.`}</p>
<div class="setup-facts">${facts([
      [t('Model'), html`<bdi>${name}</bdi>`],
      ...(isShared ? [] : [[t('Server'), html`<bdi>${url ?? 'Anthropic'}</bdi>`] as const]),
      [t('API key'), hasKey ? t('Stored encrypted') : t('None')],
      [t('Context'), t`${formatNumber(contextTokens)} tokens`],
      [t('Set by'), ORIGINS[connected.origin]],
      ...(connectedAt === null ? [] : [[t('Connected'), renderTimestamp(req, connectedAt)] as const]),
    ])}</div>
${
  canDisconnect &&
  actionButton(req, {
    ...{ page: MODEL_SETUP_PATH, action: 'disconnect', button: t('Disconnect model'), kind: 'danger' },
    confirm: t`Disconnect ${name}? Parley then uses rules and quotes. Existing summaries and answers stay.`,
  })
}`,
  )
}

const ORIGINS: Readonly<Record<Connected['origin'], Message>> = {
  environment: t('Settings in the environment'),
  command_line: t('Command line'),
  app: t('This page'),
}

const steps = (req: PageRequest): Html => html`<div class="columns-2">
${card(
  t('Model on this server'),
  html`<p>Parley looks for Ollama, LM Studio, llama.cpp and vLLM on their usual ports. No data leaves this server.</p>
${form(req, { page: MODEL_SETUP_PATH, action: 'find', button: t('Find models') })}`,
)}
${card(
  t('Model on another server'),
  form(req, { page: MODEL_SETUP_PATH, action: 'list', button: t('List models') }, (fill) => [
    selectField(fill, {
      ...{ name: 'provider', label: t('Protocol'), value: 'openai' },
      choices: [
        { value: 'openai', label: t('OpenAI, and all compatible servers') },
        { value: 'anthropic', label: 'Anthropic' },
      ],
    }),
    textField(fill, {
      ...{ name: 'url', label: t('URL'), type: 'url', max: 2_000, placeholder: 'https://api.openai.com/v1' },
      help: t("Usually ends with /v1. Optional for Anthropic. Users aren't asked before their calls are sent there."),
    }),
    textField(fill, {
      ...{ name: 'key', label: t('API key'), type: 'password', max: 1_000 },
      help: t('Stored encrypted. Parley never shows it again.'),
    }),
  ]),
)}
</div>`

function found(req: PageRequest, ports: readonly LocalPort[]): Html {
  const servers = ports.flatMap((one) => ('server' in one ? [one.server] : []))
  const others = ports.flatMap((one) => ('fault' in one ? [one] : []))
  const tried = html`<ul>${others.map(
    ({ title, port, fault }) =>
      html`<li>${title}, port ${port}: <span class="soft">${fault === 'unreachable' ? t('No server') : known(SERVER_FAULTS[fault])}</span></li>`,
  )}</ul>`
  if (servers.length > 0) return html`${servers.map((server) => serverCard(req, server))}`
  return card(
    t('No model server found'),
    html`<p>Parley tried these ports on the server that it runs on:</p>${tried}
<p>Start a model server and find models again, or enter the URL of another server. <code>docs/language-models.md</code> describes each server step by step.</p>`,
  )
}

function serverCard(req: PageRequest, server: ModelServer, sealedKey?: string): Html {
  const { kind, title, version, url } = server
  const usable = server.models.filter(({ isEmbedding }) => !isEmbedding)
  const where = html`<p><bdi>${url}</bdi></p>`
  const name = version === undefined ? title : `${title} ${version}`
  if (usable.length === 0) {
    return card(
      name,
      html`${where}<p>The server offers no language model. Download one first, such as with <code>ollama pull</code>.</p>`,
    )
  }
  const id = `model-${kind}-${new URL(url).port}`
  return card(
    name,
    html`${where}${form(req, { page: MODEL_SETUP_PATH, action: 'try', button: t('Try model') }, (fill) => [
      hidden({ provider: kind === 'anthropic' ? 'anthropic' : 'openai', server: kind, url, sealedKey }),
      selectField(fill, { name: 'model', label: t('Model'), id, choices: usable.map(toOption) }),
      html`<p class="help">Parley asks a question about an invented conversation. The first answer can take a minute while the model loads.</p>`,
    ])}`,
  )
}

/** The context length goes along with the name: `8192|llama3.1:8b`. */
const toOption = (model: OfferedModel): Choice => {
  const about = describeModel(model)
  return {
    value: `${model.contextTokens ?? ''}|${model.name}`,
    label: about === '' ? model.name : `${model.name} (${about})`,
  }
}

function choiceIn(fields: Fields): ChoiceInput {
  const [contextTokens = '', ...name] = fields.text('model').split('|')
  return {
    provider: fields.text('provider') as ChoiceInput['provider'],
    server: fields.text('server') as ChoiceInput['server'],
    url: fields.optional('url'),
    name: name.join('|'),
    sealedKey: fields.optional('sealedKey'),
    ...(contextTokens === '' ? {} : { contextTokens }),
  }
}

const hidden = (values: Readonly<Record<string, string | undefined>>): Html =>
  html`${Object.entries(values).map(([name, value]) =>
    value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}">`,
  )}`

function trialCard(req: PageRequest, choice: ChoiceInput, result: TrialResult): Html {
  const { answer, answerFault, contextTokens } = result
  if (answer === null) {
    return card(
      t('The model gave no answer'),
      html`<p><bdi>${choice.name}</bdi>: ${answerFault === null ? '' : known(FAULT_WORDS[answerFault])} Nothing was connected.</p>`,
    )
  }
  const advice = adviseContext(result)
  return card(
    t`Trial of ${choice.name}`,
    html`<div class="setup-facts">${facts([
      [t('Question'), result.question],
      [t('Answer'), html`<bdi>${answer}</bdi>`],
      [t('Speed'), describeSpeed(result)],
      [
        t('JSON schemas'),
        html`${result.schema === 'failed' ? badge(t('Failed'), 'bad') : badge(t('Work'), 'good')} ${describeSchema(result)}`,
      ],
      ...(result.schema === 'failed' ? [] : [[t('Quotes'), describeQuotes(result)] as const]),
      ...(advice === undefined ? [] : [[t('Context'), advice] as const]),
    ])}</div>
${form(req, { page: MODEL_SETUP_PATH, action: 'connect', button: t('Connect model') }, () => [
  hidden({ provider: choice.provider, server: choice.server, url: choice.url, sealedKey: choice.sealedKey }),
  hidden({ model: `${contextTokens ?? choice.contextTokens ?? ''}|${choice.name}` }),
])}`,
  )
}
