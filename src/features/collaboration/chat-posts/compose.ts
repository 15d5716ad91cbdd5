/** Decides whether a channel may show an event, and composes the post. */
import { z } from 'zod'
import type { JobContext } from '../../../core/jobs.ts'
import { runInLanguage } from '../../../core/languages/current.ts'
import { t } from '../../../core/languages/message.ts'
import type { ChatPost, DueDelivery } from '../../platform/webhook-deliveries/index.ts'
import { CHAT_WORDS, isChatEventType, TEST_EVENT } from '../../platform/webhooks/index.ts'
import { formatPost } from './format-post.ts'
import { selectAudience } from './queries.ts'

/** Age of a call above which its analysis isn't posted, so that an import of old calls doesn't flood the channel. */
const NEWS_MS = 7 * 24 * 60 * 60_000

const eventBody = z.object({
  data: z.object({ conversation_id: z.guid().optional(), thread_id: z.guid().optional() }),
})

export async function composeChatPost(
  ctx: Pick<JobContext, 'clock' | 'db' | 'org' | 'publicUrl'>,
  due: Pick<DueDelivery, 'body' | 'eventType' | 'format' | 'language' | 'teamId'>,
): Promise<ChatPost> {
  const { eventType, format, language, teamId } = due
  if (format === 'events') throw new Error('Only deliveries to channels have posts.')
  if (eventType === TEST_EVENT) {
    const content = { words: t('Parley can post to this channel'), url: ctx.publicUrl() }
    return { body: runInLanguage(language, () => formatPost(format, content)) }
  }
  const { data } = eventBody.parse(JSON.parse(due.body))
  if (!isChatEventType(eventType) || data.conversation_id === undefined) {
    return { skipped: 'Nothing was posted: the event is not about one call.' }
  }
  const id = data.conversation_id
  const call = await selectAudience(ctx.db, ctx.org, id, teamId)
  if (call === undefined) return { skipped: 'Nothing was posted: the call no longer exists.' }
  if (!call.isVisibleToAll) {
    return {
      skipped:
        teamId === null
          ? 'Nothing was posted: not everybody in the organization can see the call.'
          : 'Nothing was posted: not every member of the team can see the call.',
    }
  }
  const age = ctx.clock.now().getTime() - call.startedAt.getTime()
  if (eventType.startsWith('conversation.') && age > NEWS_MS) {
    return { skipped: 'Nothing was posted: the call is more than 7 days old.' }
  }
  const thread = data.thread_id === undefined ? '' : `/comments#comment-${data.thread_id}`
  const content = {
    ...{ words: CHAT_WORDS[eventType], title: call.title },
    url: `${ctx.publicUrl()}/conversations/${id}${thread}`,
  }
  return { body: runInLanguage(language, () => formatPost(format, content)) }
}
