/** Where programs come to, for pages that tell it. */
export { BASE_PATH, TOOL_PATH } from '../http/addresses.ts'
