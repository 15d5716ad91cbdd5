/**
 * Confirmation of calls that can't be undone, by elicitation: the client shows a question to its user and repeats the
 * call with the answer (Model Context Protocol 2026-07-28, multi-round-trip requests). Clients without elicitation, and
 * those of earlier revisions, to which a stateless server can't send requests, use the argument `confirm`.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { CONFIRM, type Tool } from '../../core/tool.ts'
import type { ToolError } from '../../core/tool-errors.ts'

/**
 * State of the user's consent: `unasked` if the client can ask, `by_argument` if it can't. With a client that asks, the
 * argument of the model doesn't count.
 */
export type Consent = 'by_argument' | 'unasked' | 'confirmed' | 'declined'

export function readConsent(tool: Tool, { mcpReq }: ServerContext): Consent {
  if (tool.hints?.effect !== 'removes' || !canElicit(mcpReq.envelope)) return 'by_argument'
  const answer = inputResponse(mcpReq.inputResponses, CONFIRM)
  if (answer.kind !== 'elicit') return 'unasked'
  return answer.action === 'accept' && answer.content?.[CONFIRM] === true ? 'confirmed' : 'declined'
}

/** Whether the client of this request shows forms. An empty object means forms, as in earlier revisions. */
function canElicit(envelope: ServerContext['mcpReq']['envelope']): boolean {
  const capabilities = (envelope as Readonly<Record<string, unknown>> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: object }
  return elicitation !== undefined && ('form' in elicitation || Object.keys(elicitation).length === 0)
}

/** Arguments without the consent that only the user can give. */
export const withoutConsent = (given: unknown): unknown =>
  typeof given === 'object' && given !== null ? { ...given, [CONFIRM]: undefined } : given

/** Request to the client to ask its user. */
export const askUser = ({ title, description }: Tool): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [CONFIRM]: inputRequired.elicit({
        message: `${title}? You can't undo this. ${description}`,
        requestedSchema: {
          type: 'object',
          properties: { [CONFIRM]: { type: 'boolean', title: 'Yes, continue', default: false } },
          required: [CONFIRM],
        },
      }),
    },
  })

export const DECLINED: ToolError = {
  code: 'conflict',
  reason: 'declined',
  message: 'The user declined. Nothing changed.',
}
