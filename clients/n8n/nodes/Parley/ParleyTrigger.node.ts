import { createHmac, timingSafeEqual } from 'node:crypto'
import type {
  IDataObject,
  IHookFunctions,
  IHttpRequestOptions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { EVENT_TYPES } from './operations.ts'

/** Largest difference in seconds between the time of an attempt and now. */
const TOLERANCE_SECONDS = 300

export class ParleyTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley Trigger',
    name: 'parleyTrigger',
    icon: 'file:parley.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts the workflow when Parley sends an event, such as an analyzed conversation',
    defaults: { name: 'Parley Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'parleyApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'parley' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        default: ['conversation.analyzed'],
        description: 'Events that start the workflow',
        options: EVENT_TYPES.map((value) => ({ name: value, value })),
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = this.getWorkflowStaticData('node')
        if (webhookId === undefined) return false
        try {
          const { data } = (await send(this, 'GET', `/webhooks/${webhookId}`)) as { data: IDataObject }
          return data.url === this.getNodeWebhookUrl('default') && data.enabled === true
        } catch (error) {
          if (isMissing(error)) return false
          throw error
        }
      },
      async create(this: IHookFunctions): Promise<boolean> {
        const { data } = (await send(this, 'POST', '/webhooks', {
          url: this.getNodeWebhookUrl('default'),
          event_types: this.getNodeParameter('events') as string[],
          description: 'n8n',
        })) as { data: { id: string; secret: string } }
        // Parley shows the secret only once.
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: data.id, secret: data.secret })
        return true
      },
      async delete(this: IHookFunctions): Promise<boolean> {
        const state = this.getWorkflowStaticData('node')
        if (state.webhookId !== undefined) {
          try {
            await send(this, 'DELETE', `/webhooks/${state.webhookId}`)
          } catch (error) {
            if (!isMissing(error)) return false
          }
        }
        delete state.webhookId
        delete state.secret
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { rawBody } = this.getRequestObject() as { rawBody?: Buffer }
    const { secret } = this.getWorkflowStaticData('node')
    const headers = this.getHeaderData() as Readonly<Record<string, string | undefined>>
    if (rawBody === undefined || typeof secret !== 'string' || !isSigned(secret, headers, rawBody)) {
      this.getResponseObject().status(401).send('The signature is not valid.')
      return { noWebhookResponse: true }
    }
    const event = JSON.parse(rawBody.toString('utf8')) as IDataObject
    return { workflowData: [[{ json: { id: headers['webhook-id'], ...event } }]] }
  }
}

async function send(context: IHookFunctions, method: 'GET' | 'POST' | 'DELETE', path: string, body?: IDataObject) {
  const { baseUrl } = await context.getCredentials('parleyApi')
  const request: IHttpRequestOptions = {
    ...{ method, url: `${String(baseUrl).replace(/\/+$/, '')}${path}`, json: true },
    ...(body && { body }),
  }
  return (await context.helpers.httpRequestWithAuthentication.call(context, 'parleyApi', request)) as unknown
}

function isMissing(error: unknown): boolean {
  const { httpCode, response } = error as { httpCode?: unknown; response?: { status?: unknown; statusCode?: unknown } }
  return [httpCode, response?.status, response?.statusCode].some((status) => String(status) === '404')
}

/** Verifies the signature and the time (Standard Webhooks 1.0.0). */
function isSigned(secret: string, headers: Readonly<Record<string, string | undefined>>, body: Buffer): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return signatures.split(' ').some((entry) => {
    const given = Buffer.from(entry.replace(/^v1,/, ''), 'base64')
    return entry.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
