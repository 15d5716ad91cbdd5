/** `parley model`: connects the language model of the installation, shows it, and disconnects it. */
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { type Command, Option } from 'commander'
import type { App } from '../app.ts'
import { Secret } from '../core/config.ts'
import {
  type ConnectedModel,
  type LocalPort,
  type ModelChoice,
  type ModelConnections,
  type ModelServer,
  ModelServerError,
  type OfferedModel,
  SERVER_FAULTS,
} from '../core/model-connection.ts'
import {
  adviseContext,
  describeModel,
  describeQuotes,
  describeSchema,
  describeSpeed,
  FAULT_WORDS,
  type TrialResult,
  tryModel,
} from '../features/analysis/model-connection/index.ts'
import { answer, type CommonOptions, command, withApp } from './settings.ts'
import { UsageError } from './usage-error.ts'

interface ConnectOptions extends CommonOptions {
  readonly url?: string
  readonly provider: 'openai' | 'anthropic'
  readonly model?: string
  readonly keyFile?: string
  /** False with `--no-try`. */
  readonly try: boolean
}

const GUIDE = 'docs/language-models.md'
const IN_ENVIRONMENT =
  'MODEL_PROVIDER is set in the environment and replaces a connected model. Remove the setting to connect a model.'

export function registerModelCommands(model: Command): void {
  command(model, 'connect', 'Find a model server, try a model, and connect it; the service needs no restart')
    .option('--url <url>', 'URL of the server, usually ending with /v1 (default: the usual ports of this machine)')
    .addOption(
      new Option('--provider <provider>', 'protocol of the server').choices(['openai', 'anthropic']).default('openai'),
    )
    .option('--model <name>', 'name of the model (default: the only one, or a question on a terminal)')
    .option('--key-file <file>', 'file with the API key, or - for standard input (default: MODEL_API_KEY)')
    .option('--no-try', 'connect the model without trying it')
    .action(connect)
  command(model, 'status', 'Show the connected language model and whether its server responds').action(status)
  command(model, 'disconnect', 'Disconnect the language model').action(disconnect)
}

async function connect(options: ConnectOptions): Promise<void> {
  checkUrl(options.url)
  const key = await readKey(options.keyFile)
  await withApp(options, async ({ modelConnections: models }) => {
    if (models.isFromEnvironment) throw new Error(IN_ENVIRONMENT)
    const servers = await findServers(models, options, key)
    const { server, offered } = await chooseModel(servers, options)
    const choice: ModelChoice = {
      ...{ provider: options.provider, server: server.kind, url: server.url, key, name: offered.name },
      contextTokens: offered.contextTokens,
    }
    say(options, `${server.title} at ${server.url}: ${offered.name}`)
    const result = options.try ? await tried(models, choice, options) : undefined
    await models.connect({ ...choice, contextTokens: result?.contextTokens ?? choice.contextTokens }, 'command_line')
    answer(options, { connected: true, server: server.kind, url: server.url, model: offered.name, trial: result }, [
      'Connected. A running service uses the model within 10 seconds.',
      'To create new summaries of existing calls with it, run `parley reanalyze`.',
    ])
  })
}

function checkUrl(url: string | undefined): void {
  if (url === undefined) return
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new UsageError('--url requires an http or https URL, such as http://localhost:11434/v1.')
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new UsageError('--url must have no user, password, query or fragment. Pass an API key with --key-file.')
}

async function readKey(file: string | undefined): Promise<Secret | undefined> {
  const text =
    file === undefined ? process.env.MODEL_API_KEY : await (file === '-' ? readInput() : readFile(file, 'utf8'))
  const key = text?.trim()
  if (key === undefined || key === '') {
    if (file === undefined) return undefined
    throw new UsageError('--key-file contains no API key.')
  }
  if (!/^[\x21-\x7e]{1,1000}$/.test(key)) throw new UsageError('An API key consists of visible ASCII characters.')
  return new Secret(key)
}

async function readInput(): Promise<string> {
  let text = ''
  for await (const part of process.stdin.setEncoding('utf8')) text += part
  return text
}

/** @throws Error that lists what was tried, if no server was found */
async function findServers(
  models: ModelConnections,
  options: ConnectOptions,
  key: Secret | undefined,
): Promise<ModelServer[]> {
  const { provider, model } = options
  const url = options.url?.replace(/\/+$/, '')
  const signal = new AbortController().signal
  if (url === undefined && provider === 'openai') {
    const ports = await models.findLocal(signal)
    const servers = ports.flatMap((one) => ('server' in one ? [one.server] : []))
    if (servers.length === 0) throw new Error(nothingFound(ports))
    return servers
  }
  try {
    return [await models.inspect({ provider, url, key }, 'command_line', signal)]
  } catch (error) {
    if (!(error instanceof ModelServerError)) throw error
    // Some servers have no list of models. The trial shows whether they answer.
    if (error.fault === 'not_a_model_server' && url !== undefined && model !== undefined) {
      const offered = { name: model, isEmbedding: false }
      return [{ kind: 'other', title: 'Server without a list of models', url, models: [offered] }]
    }
    const hint = error.fault === 'key' ? ' Pass it with --key-file.' : ''
    throw new Error(`${error.message}${hint} Tried: ${url ?? 'Anthropic'}. Guide: ${GUIDE}`)
  }
}

const nothingFound = (ports: readonly LocalPort[]): string =>
  [
    'No model server found on this machine. Tried:',
    ...ports.map((one) => `  ${one.title} on port ${one.port}: ${'fault' in one ? shortFault(one.fault) : 'found'}`),
    `Start a server, or pass the address of another one with --url. Guide for each server: ${GUIDE}`,
  ].join('\n')

const shortFault = (fault: keyof typeof SERVER_FAULTS): string =>
  fault === 'unreachable' ? 'no server' : SERVER_FAULTS[fault]

interface ChosenModel {
  readonly server: ModelServer
  readonly offered: OfferedModel
}

async function chooseModel(servers: readonly ModelServer[], options: ConnectOptions): Promise<ChosenModel> {
  const all = servers.flatMap((server) => server.models.map((offered): ChosenModel => ({ server, offered })))
  const { model } = options
  if (model !== undefined) {
    // Ollama adds `:latest` to names without a tag.
    const named = all.find(({ offered: { name } }) => name === model || name === `${model}:latest`)
    if (named !== undefined) return named
    throw new Error(`No server offers the model ${model}.\n${formatModels(all)}`)
  }
  const usable = all.filter(({ offered }) => !offered.isEmbedding)
  const [only] = usable
  if (only === undefined) {
    const where = servers.map(({ title, url }) => `${title} at ${url}`).join(', ')
    throw new Error(`No language model is available on ${where}. Download one first. Guide: ${GUIDE}`)
  }
  if (usable.length === 1) return only
  if (options.json || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new UsageError(`Choose a model with --model.\n${formatModels(usable)}`)
  return askForModel(usable)
}

const formatModels = (all: readonly ChosenModel[]): string =>
  [
    'Available models:',
    ...all.map(
      ({ server, offered }) =>
        `  ${offered.name}  (${[server.title, describeModel(offered)].filter(Boolean).join(', ')})`,
    ),
  ].join('\n')

async function askForModel(usable: readonly ChosenModel[]): Promise<ChosenModel> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    usable.forEach(({ server, offered }, index) => {
      const about = [server.title, describeModel(offered)].filter(Boolean).join(', ')
      process.stdout.write(`${String(index + 1).padStart(3)}  ${offered.name}  (${about})\n`)
    })
    for (;;) {
      const number = Number(await terminal.question(`Model, 1 to ${usable.length}: `))
      const chosen = usable[number - 1]
      if (chosen !== undefined) return chosen
    }
  } finally {
    terminal.close()
  }
}

/** @throws Error if the model gives no answer */
async function tried(models: ModelConnections, choice: ModelChoice, options: ConnectOptions): Promise<TrialResult> {
  say(options, 'Trying the model with a sample conversation. The first answer can take a minute while the model loads.')
  const result = await tryModel(models.openTrial(choice, 'command_line'))
  if (result.answer === null) {
    const reason = result.answerFault === null ? '' : ` ${FAULT_WORDS[result.answerFault]}`
    throw new Error(`The model gave no answer.${reason} Nothing was connected. Use --no-try to connect it anyway.`)
  }
  const advice = adviseContext(result)
  say(options, `  Question  ${result.question}`)
  say(options, `  Answer    ${result.answer.replaceAll(/[\s\p{Cc}]+/gu, ' ')}`)
  say(options, `  Speed     ${describeSpeed(result)}`)
  say(options, `  Schemas   ${describeSchema(result)}`)
  if (result.schema !== 'failed') say(options, `  Quotes    ${describeQuotes(result)}`)
  if (advice !== undefined) say(options, `  Context   ${advice}`)
  return result
}

/** Prints progress for people. JSON output contains the same at the end. */
function say(options: CommonOptions, line: string): void {
  if (!options.json) process.stdout.write(`${line}\n`)
}

async function status(options: CommonOptions): Promise<void> {
  await withApp(options, async ({ modelConnections: models }) => {
    const model = await models.connected()
    if (model === undefined) {
      const why = models.isFromEnvironment ? 'MODEL_PROVIDER=none in the environment disables language models.' : ''
      answer(options, { connected: false }, [
        `No language model is connected. ${why || 'Connect one: parley model connect'}`,
      ])
      return
    }
    const server = await stateOfServer(models, model)
    const { name, url, contextTokens, hasKey, origin, isUsable } = model
    answer(options, { connected: true, ...model, server: model.server, serverState: server }, [
      `Model     ${name}`,
      `Server    ${url ?? 'https://api.anthropic.com/v1'}, ${server}`,
      `Context   ${contextTokens.toLocaleString('en')} tokens`,
      `API key   ${!isUsable ? 'encrypted with another secret: connect the model again' : hasKey ? 'stored' : 'none'}`,
      `Set by    ${ORIGINS[origin]}`,
    ])
    if (!isUsable) process.exitCode = 1
  })
}

const ORIGINS: Readonly<Record<ConnectedModel['origin'], string>> = {
  environment: 'settings in the environment (MODEL_PROVIDER)',
  command_line: '`parley model connect`',
  app: 'the setup page of the app',
}

/** Asks without the key, which stays encrypted: a server that requires one still responds. */
async function stateOfServer(models: ModelConnections, model: ConnectedModel): Promise<string> {
  const { provider, url, name, origin } = model
  try {
    const signal = new AbortController().signal
    const server = await models.inspect({ provider, url }, origin === 'app' ? 'app' : 'command_line', signal)
    const offers = server.models.some((one) => one.name === name || one.name === `${name}:latest`)
    return offers ? 'responds and offers the model' : "responds, but doesn't offer the model"
  } catch (error) {
    if (!(error instanceof ModelServerError)) throw error
    return error.fault === 'key' ? 'responds and requires an API key' : SERVER_FAULTS[error.fault]
  }
}

async function disconnect(options: CommonOptions): Promise<void> {
  await withApp(options, async ({ modelConnections: models }: App) => {
    const disconnected = await models.disconnect()
    const environment = models.isFromEnvironment ? [IN_ENVIRONMENT] : []
    const line = disconnected
      ? 'Disconnected. A running service stops using the model within 10 seconds.'
      : 'No language model was connected.'
    answer(options, { disconnected, isFromEnvironment: models.isFromEnvironment }, [line, ...environment])
  })
}
