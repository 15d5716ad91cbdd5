import { z } from 'zod'
import type { JobKind } from '../../core/job-queue.ts'
import { occasionalTrigger } from './triggers.ts'

const input = z.object({ conversationId: z.guid(), trigger: occasionalTrigger })

/** What queues the work; what does it is defined in `integrations`. */
export const triggerIntegrationsKind = {
  id: 'trigger_integrations',
  input,
  retries: 20,
  timeout: 60,
} as const satisfies JobKind<typeof input>
