/**
 * Links in tool results: whatever an assistant found, a person can open. Every object with the ID of a call gets the
 * address of its page, at the time or the transcript line of the quote if it has one. So do documents, and the records
 * that a tool is about.
 */
import { conversationPage } from './app-links.ts'
import type { Arguments, Tool } from './tool.ts'

/** Fields with the ID of a record that has a page, and the path of its pages. */
const PAGES: Readonly<Record<string, string>> = { source_id: '/knowledge', insight_id: '/insights', deck_id: '/decks' }

type Fields = Readonly<Record<string, unknown>>

/** Result data with `url` in each object that has a page. */
export function addLinks(tool: Tool, data: unknown, args: Arguments, publicUrl: string): unknown {
  // A deleted record has no page.
  if (tool.hints?.effect === 'removes') return data
  const linked = linkPlaces(data, textAt(args, 'call_id'), publicUrl)
  return tool.page === undefined ? linked : linkRecords(linked as Fields, tool.page, publicUrl)
}

/**
 * Adds addresses to all objects in a value.
 * @param callId ID of the call around it @param linked address of the object around it, which isn't repeated
 */
function linkPlaces(value: unknown, callId: string | undefined, publicUrl: string, linked?: string): unknown {
  if (Array.isArray(value)) return value.map((one) => linkPlaces(one, callId, publicUrl, linked))
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  const own = textAt(fields, 'call_id')
  const call = own ?? callId
  const url = getUrl(fields, own, call, publicUrl)
  const inner = Object.fromEntries(
    Object.entries(fields).map(([name, one]) => [name, linkPlaces(one, call, publicUrl, url ?? textAt(fields, 'url'))]),
  )
  if (url === undefined || url === linked) return inner
  // Clips have a share link of their own.
  return 'url' in inner ? (inner.url === url ? inner : { ...inner, call_url: url }) : { ...inner, url }
}

function getUrl(fields: Fields, own: string | undefined, call: string | undefined, publicUrl: string) {
  const [start, segment] = [numberAt(fields, 'start'), numberAt(fields, 'segment')]
  const isQuote = 'quote' in fields && (start !== undefined || segment !== undefined)
  if (own !== undefined || (call !== undefined && isQuote)) {
    return conversationPage(publicUrl, call ?? '', start, segment)
  }
  for (const [name, path] of Object.entries(PAGES)) {
    const id = textAt(fields, name)
    if (id !== undefined) return `${publicUrl}${path}/${id}`
  }
  return undefined
}

/** Adds addresses to the records of a tool: to the result itself, or to a record or list in it. */
function linkRecords(data: Fields, { path, field }: NonNullable<Tool['page']>, publicUrl: string): Fields {
  const link = (record: unknown): unknown => {
    const id = textAt((record ?? {}) as Fields, 'id')
    return id === undefined ? record : { ...(record as Fields), url: `${publicUrl}${path}/${id}` }
  }
  if (field === undefined) return link(data) as Fields
  const records = data[field]
  return { ...data, [field]: Array.isArray(records) ? records.map(link) : link(records) }
}

function textAt(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberAt(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' ? value : undefined
}
