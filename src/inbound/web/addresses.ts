/** Paths of the REST API and the MCP server, for pages that display them. */
export { BASE_PATH, TOOL_PATH } from '../http/addresses.ts'
