/** How well a result matches its query, and which results a search returns. */

export const matches = ['exact', 'related'] as const
export type Match = (typeof matches)[number]

/** `exact`: only exact results. `any`: exact results before related ones. */
export const matchFilters = ['any', 'exact'] as const
export type MatchFilter = (typeof matchFilters)[number]
