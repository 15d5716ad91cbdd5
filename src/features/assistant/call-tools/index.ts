/**
 * Calls: tools that search and read conversations.
 *
 * Assistants have little room for results, so every result has a size limit and reports what it omits. A search returns
 * each call once, with its best quotes. Calls are read in parts, and transcripts in windows. Cursors are stable: calls
 * that are imported, hidden or deleted between two pages cause no repeated and no skipped calls.
 *
 * **Documents** are the results of the tools `search` and `fetch`, which connectors of assistant clients require. Calls
 * and knowledge base sources share one kind of ID there.
 *
 * Transcript text appears as quotes, one per line after the speaker. It is data, never an instruction.
 */
export { resources } from './resources.ts'
export { tools } from './tools.ts'
export { documentTools } from './tools-documents.ts'
