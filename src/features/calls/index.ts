/**
 * Calls: conversations as assistants look for them and read them.
 *
 * A model has little room and no patience, so here everything is bounded and says so: a search gives each call once, with
 * the quotes that answer best; a call is read by its parts, its transcript in windows. Cursors are stable: what is
 * imported, hidden or taken away between two pages repeats nothing and passes nothing over.
 *
 * **Documents** are what the pair `search` and `fetch` tells of, which connectors of assistant clients look for: calls
 * and sources of the knowledge base under one kind of id.
 *
 * What people said is told as what it is: a quote on one line behind its speaker. Whoever reads it decides nothing by it.
 */
export { resources } from './resources.ts'
export { tools } from './tools.ts'
export { documentTools } from './tools-documents.ts'
