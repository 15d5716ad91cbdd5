import type {
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow'
import { type Field, OPERATIONS, type Operation } from './operations.ts'
import { createProperties, toParameter } from './properties.ts'

/** Largest page that every list accepts. */
const PAGE_SIZE = 50

export class Parley implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley',
    name: 'parley',
    icon: 'file:parley.svg',
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Import, find and update recorded business conversations',
    defaults: { name: 'Parley' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'parleyApi', required: true }],
    properties: createProperties(),
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (let item = 0; item < this.getInputData().length; item++) {
      try {
        for (const json of await run(this, item)) results.push({ json, pairedItem: { item } })
      } catch (error) {
        const failure = describeFailure(error, item)
        if (!this.continueOnFail()) throw failure
        results.push({ json: { error: failure.message }, pairedItem: { item } })
      }
    }
    return [results]
  }
}

async function run(context: IExecuteFunctions, item: number): Promise<IDataObject[]> {
  const resource = context.getNodeParameter('resource', item) as string
  const value = context.getNodeParameter('operation', item) as string
  const operation = OPERATIONS.find((one) => one.resource === resource && one.value === value)
  if (operation === undefined) throw new Error(`The node has no operation ${value} of ${resource}.`)
  const request = await buildRequest(context, operation, item)
  if (operation.isList) return readList(context, request, item)
  const answer: unknown = await send(context, request)
  const { data = answer } = (answer ?? {}) as { data?: unknown }
  if (Array.isArray(data)) return data as IDataObject[]
  return [typeof data === 'object' && data !== null ? (data as IDataObject) : { success: true }]
}

async function buildRequest(
  context: IExecuteFunctions,
  operation: Operation,
  item: number,
): Promise<IHttpRequestOptions> {
  const { baseUrl } = await context.getCredentials('parleyApi', item)
  let path = operation.path
  const qs: IDataObject = {}
  const body: IDataObject = {}
  for (const field of operation.fields) {
    const value = readField(context.getNodeParameter(toParameter(operation, field), item, ''), field)
    if (value === undefined) continue
    if (field.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(String(value)))
    else if (field.in === 'query') qs[field.name] = Array.isArray(value) ? value.join(',') : value
    else body[field.name] = value
  }
  return {
    method: operation.method,
    url: `${String(baseUrl).replace(/\/+$/, '')}${path}`,
    qs,
    json: true,
    ...(Object.keys(body).length > 0 && { body }),
  }
}

/** @returns undefined if the field is empty @throws Error that names the field */
function readField(value: unknown, { label, type = 'string', isRequired }: Field): IDataObject[string] | undefined {
  if (value === '' || value === undefined || value === null) {
    if (isRequired) throw new Error(`${label} is required.`)
    return undefined
  }
  if (type === 'json' && typeof value === 'string') {
    try {
      return JSON.parse(value)
    } catch {
      throw new Error(`${label} is not JSON.`)
    }
  }
  if (type === 'list' && typeof value === 'string')
    return value.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]))
  return value as IDataObject[string]
}

async function readList(
  context: IExecuteFunctions,
  request: IHttpRequestOptions,
  item: number,
): Promise<IDataObject[]> {
  const limit = context.getNodeParameter('returnAll', item, false)
    ? Number.POSITIVE_INFINITY
    : (context.getNodeParameter('limit', item, PAGE_SIZE) as number)
  const found: IDataObject[] = []
  for (let page = 1; ; page++) {
    const answer = await send(context, { ...request, qs: { ...request.qs, page, size: PAGE_SIZE } })
    const { data, meta } = answer as { data: IDataObject[]; meta: { pageCount: number } }
    found.push(...data)
    if (found.length >= limit || page >= meta.pageCount) return found.slice(0, limit)
  }
}

const send = (context: IExecuteFunctions, request: IHttpRequestOptions): Promise<unknown> =>
  context.helpers.httpRequestWithAuthentication.call(context, 'parleyApi', request)

/** Puts the text of the service's error before the one of the HTTP client. */
function describeFailure(error: unknown, item: number): Error {
  const { response, message } = error as { response?: { body?: unknown; data?: unknown }; message?: string }
  const problem = (response?.body ?? response?.data ?? {}) as { title?: string; detail?: string; message?: string }
  const text = [problem.title, problem.detail ?? problem.message].filter(Boolean).join(': ')
  return new Error(`${text || message || 'The request failed'} (item ${item})`, { cause: error })
}
