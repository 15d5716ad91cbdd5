/**
 * Port for connecting a language model: finds servers, lists their models, and stores the connection of the installation.
 * API keys are stored encrypted, and no function returns a stored key.
 */
import type { Secret } from './config.ts'
import type { LanguageModel, ModelCall } from './language-model.ts'

export type ModelProvider = 'openai' | 'anthropic'

/** Program behind a URL. `other`: any other server with the protocol of OpenAI. */
export type ModelServerKind = 'ollama' | 'lm_studio' | 'llama_cpp' | 'vllm' | 'other' | 'anthropic'

/** Place where a URL was chosen. Requests to URLs from the app pass the checks of outbound requests, except to the usual local ports. */
export type ConnectionOrigin = 'command_line' | 'app'

/** A model that a server offers. */
export interface OfferedModel {
  readonly name: string
  /** Size in bytes, if the server reports it. */
  readonly bytes?: number | undefined
  /** Number of parameters and quantization, as the server writes them. */
  readonly details?: string | undefined
  /** Context length in tokens that the server uses now. Undefined if the server doesn't report it. */
  readonly contextTokens?: number | undefined
  /** Whether the model seems to create embeddings only, so that it can't answer. */
  readonly isEmbedding: boolean
}

/** A model server that responded. */
export interface ModelServer {
  readonly kind: ModelServerKind
  /** Name of the program, such as Ollama. */
  readonly title: string
  readonly version?: string | undefined
  /** Base URL of the protocol, as in MODEL_URL. */
  readonly url: string
  readonly models: readonly OfferedModel[]
}

/** Reason for which a URL isn't usable as a model server. */
export type ServerFault =
  | 'unreachable'
  | 'timeout'
  | 'loading'
  | 'redirected'
  | 'key'
  | 'too_large'
  | 'not_a_model_server'
  | 'not_allowed'

/** Error of a model server. The message contains neither the key nor words of the server. */
export class ModelServerError extends Error {
  override readonly name = 'ModelServerError'
  readonly fault: ServerFault
  constructor(fault: ServerFault) {
    super(SERVER_FAULTS[fault])
    this.fault = fault
  }
}

export const SERVER_FAULTS: Readonly<Record<ServerFault, string>> = {
  unreachable: 'No server responds at this address. Check that the server runs, and check the address.',
  timeout: "The server didn't respond in time. Check that it isn't overloaded, and try again.",
  loading: 'The server is loading its model. Try again in a minute.',
  redirected:
    "The server redirects to another address. Parley doesn't follow redirects: use the address that serves the model.",
  key: 'The server rejected the API key, or requires one.',
  too_large: 'The server sent a list of models that is too large.',
  not_a_model_server:
    "A server responds, but it doesn't list models as a model server does. The URL usually ends with /v1.",
  not_allowed:
    'Parley may not send requests to this address from the app. Allowed are public https addresses, the usual local ports, and networks in ALLOWED_PRIVATE_TARGETS. The operator can use `parley model connect --url`.',
}

/** A usual local port, and what was found there. */
export type LocalPort = { readonly title: string; readonly port: number } & (
  | { readonly server: ModelServer }
  | { readonly fault: ServerFault }
)

/** Server to look at. */
export interface ServerAddress {
  readonly provider: ModelProvider
  /** Undefined for the default URL of Anthropic. */
  readonly url?: string | undefined
  readonly key?: Secret | undefined
}

/** A model on a server. */
export interface ModelChoice extends ServerAddress {
  readonly server: ModelServerKind
  readonly name: string
  readonly contextTokens?: number | undefined
}

/** The connected model, without its key. */
export interface ConnectedModel {
  readonly provider: ModelProvider
  readonly server: ModelServerKind
  /** Undefined for the default URL of the provider. */
  readonly url: string | undefined
  readonly name: string
  readonly hasKey: boolean
  readonly contextTokens: number
  /** `environment`: MODEL_PROVIDER and the settings with it. */
  readonly origin: ConnectionOrigin | 'environment'
  /** Undefined for a model in the environment. */
  readonly connectedAt: Date | undefined
  /** False if the stored API key can't be decrypted, because the secret of the installation changed. */
  readonly isUsable: boolean
}

/** A model before it is connected. */
export interface ModelTrial {
  readonly model: LanguageModel
  /** Records of its calls, oldest first. */
  readonly calls: readonly ModelCall[]
  /** Context length that the server uses once the model is loaded. Undefined if the server doesn't report it. */
  contextTokens(): Promise<number | undefined>
}

export interface ModelConnections {
  /** Whether MODEL_PROVIDER is set. If so, nothing can be connected or disconnected. */
  readonly isFromEnvironment: boolean
  /** Looks for servers on their usual ports of this machine. */
  findLocal(signal: AbortSignal): Promise<readonly LocalPort[]>
  /** Looks at one server. @throws ModelServerError */
  inspect(address: ServerAddress, origin: ConnectionOrigin, signal: AbortSignal): Promise<ModelServer>
  /** Whether requests to a URL may be sent, as far as known in advance. Each request checks again. */
  isAllowed(url: string | undefined, origin: ConnectionOrigin): Promise<boolean>
  /** Opens a model without storing it. */
  openTrial(choice: ModelChoice, origin: ConnectionOrigin): ModelTrial
  /** The model that this process uses, also if other processes changed it. */
  connected(): Promise<ConnectedModel | undefined>
  /** Stores the connection. This process uses it immediately, other processes within seconds. */
  connect(choice: ModelChoice, origin: ConnectionOrigin): Promise<void>
  /** @returns whether a model was connected */
  disconnect(): Promise<boolean>
  /** Number of organizations of this installation, which share its model. */
  countOrganizations(): Promise<number>
}
