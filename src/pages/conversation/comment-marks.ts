/** Comments of a call at the turns of its transcript and on its timeline. */

import { type Text, t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { type CommentThread, listComments } from '../../features/collaboration/comments/index.ts'
import type { TranscriptMeta } from '../../features/conversations/transcript-lines/index.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { icon } from '../../inbound/web/icons.ts'
import { threadPath } from '../comments/comments.ts'
import { avatar } from '../components/identity.ts'
import type { MarkerGroup } from './lanes.ts'
import type { PageVisit } from './paths.ts'

/** Threads per read, and maximum number of reads. Further threads are in the list of comments only. */
const THREADS_READ = 50
const READS_MAX = 4
/** Maximum number of code points of a comment in a label. */
const WORDS_MAX = 60

/** Thread about a part of the call. */
export interface CommentMark {
  readonly uuid: string
  /** Author and first words of the first comment that isn't deleted. */
  readonly author: string
  readonly words: string
  /** Number of comments that aren't deleted. */
  readonly count: number
  /** Seconds from the start of the call. Null if the transcript has no times. */
  readonly start: number | null
  /** Line of the transcript. Null if the transcript has none at the time of the comment. */
  readonly segment: number | null
  readonly isResolved: boolean
  readonly isPrivate: boolean
}

/** Threads of a call that the user can see, in the order of the call. */
export async function readThreads(req: PageVisit): Promise<readonly CommentThread[]> {
  const read = (page: number) =>
    req.run(listComments, { id: req.params.id, page: String(page), size: String(THREADS_READ) })
  const first = await read(1)
  const count = Math.min(first.meta.pageCount, READS_MAX)
  const further = await Promise.all(Array.from({ length: Math.max(0, count - 1) }, (_, index) => read(index + 2)))
  return [first, ...further].flatMap(({ data }) => data)
}

/** @param turns of the whole transcript, which locate comments on a time without words */
export const toCommentMarks = (
  threads: readonly CommentThread[],
  turns: NonNullable<TranscriptMeta['turns']>,
): readonly CommentMark[] =>
  threads.flatMap((thread) => {
    const { anchor, uuid, resolved, replies } = thread
    const written = [thread, ...replies].filter(({ deleted }) => !deleted)
    const [comment] = written
    if (anchor === null || comment === undefined) return []
    const { start } = anchor
    const spoken = start === null ? undefined : turns.findLast((turn) => turn.start <= start)
    return [
      {
        ...{ uuid, start, count: written.length, isResolved: resolved, isPrivate: thread.private },
        ...{ author: comment.author.name, words: shorten(comment.text) },
        segment: anchor.firstSegment ?? spoken?.segment ?? null,
      },
    ]
  })

function shorten(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()]
  if (letters.length <= WORDS_MAX) return letters.join('')
  const lead = letters.slice(0, WORDS_MAX).join('')
  const end = lead.lastIndexOf(' ')
  return `${end > 0 ? lead.slice(0, end) : lead}…`
}

/** Marks of the comments on the timeline. Each opens its thread. */
export const toCommentMarkers = (id: string, marks: readonly CommentMark[]): MarkerGroup => ({
  label: t('Comments'),
  kind: 'talk-comment',
  markers: marks.flatMap((mark) => {
    const { start, uuid, isResolved } = mark
    if (start === null) return []
    const kind = isResolved ? 'talk-comment talk-comment-resolved' : 'talk-comment'
    return [{ start, kind, isBubble: true as const, label: labelMarker(mark, start), path: threadPath(id, uuid) }]
  }),
})

function labelMarker({ author, words, isPrivate, isResolved }: CommentMark, start: number): Text {
  const clock = clockTime(start)
  if (isPrivate) return t`Private note: ${words}, ${clock}`
  return isResolved ? t`Resolved comment by ${author}: ${words}, ${clock}` : t`Comment by ${author}: ${words}, ${clock}`
}

/** Links to the threads of a turn, each with the initials of its author and the number of its comments. */
export const renderCommentMarks = (id: string, marks: readonly CommentMark[]): readonly Html[] =>
  marks.map(({ uuid, author, words, count, segment, isResolved, isPrivate }) => {
    const label = count === 1 ? t`1 comment, by ${author}` : t`${count} comments, first by ${author}`
    const state = isResolved ? icon('action') : isPrivate ? icon('lock') : undefined
    return html`<a class="conversation-comment${isResolved ? ' conversation-resolved' : ''}" href="${threadPath(id, uuid)}" data-segment="${segment ?? 0}" title="${author}: ${words}">${avatar(author)}<span aria-hidden="true">${count}</span>${state}<span class="unseen">${label}${isResolved && t(', resolved')}${isPrivate && t(', private')}</span></a> `
  })

/** All marks of the transcript. A script copies them to the parts that it inserts, and after a comment has changed. */
export const commentMarksTemplate = (id: string, marks: readonly CommentMark[]): Html =>
  html`<template id="comment-marks">${renderCommentMarks(
    id,
    marks.filter(({ segment }) => segment !== null),
  )}</template>`
