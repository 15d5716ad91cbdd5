/** Scopes of the tool server's tokens (contract, "Authentication"). */
export const TOOL_SCOPES = ['mcp:read', 'mcp:write'] as const
