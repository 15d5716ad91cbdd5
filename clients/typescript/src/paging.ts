/** A page of a list with `page` and `size`. */
export interface Page<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly pageCount: number; readonly pageNumber: number }
}

/** A page of a list that is read with `cursor`. */
export interface ListPage<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly nextCursor?: string | null }
}

/** A page of a feed. */
export interface CursorPage<Item> {
  readonly data: readonly Item[]
  readonly meta: { readonly cursor: string; readonly hasMore: boolean }
}

/** A page of a SCIM list. */
export interface ScimPage<Item> {
  readonly Resources: readonly Item[]
  readonly startIndex: number
  readonly totalResults: number
}

/**
 * Iterates over all items of a list.
 *
 * ```ts
 * for await (const team of paginate((page) => parley.listTeams({ query: { page, size: 50 } }))) console.log(team.name)
 * ```
 *
 * Items that are created or deleted during the iteration move the pages, so that others can repeat or be missing. Use
 * `paginateByCursor` for lists that have `cursor`, and `followChanges` to keep an exact copy.
 */
export async function* paginate<Item>(load: (page: number) => Promise<Page<Item>>): AsyncGenerator<Item, void> {
  for (let page = 1; ; page++) {
    const { data, meta } = await load(page)
    yield* data
    if (data.length === 0 || page >= meta.pageCount) return
  }
}

/** Iterates over the pages of a list, for work on whole pages. */
export async function* pages<One extends Page<unknown>>(
  load: (page: number) => Promise<One>,
): AsyncGenerator<One, void> {
  for (let page = 1; ; page++) {
    const loaded = await load(page)
    yield loaded
    if (loaded.data.length === 0 || page >= loaded.meta.pageCount) return
  }
}

/**
 * Iterates over all items of a list with `cursor`. Items that are created or deleted during the iteration neither
 * repeat nor hide others.
 *
 * ```ts
 * const load = (cursor: string) => parley.listTeams({ query: { cursor, size: 50 } })
 * for await (const team of paginateByCursor(load)) console.log(team.name)
 * ```
 */
export async function* paginateByCursor<Item>(
  load: (cursor: string) => Promise<ListPage<Item>>,
): AsyncGenerator<Item, void> {
  for await (const { data } of pagesByCursor(load)) yield* data
}

/**
 * Iterates over the pages of a list with `cursor`. To continue later, store `meta.nextCursor` after you processed a page.
 * @param start cursor of the first page to load, from `meta.nextCursor`
 */
export async function* pagesByCursor<One extends ListPage<unknown>>(
  load: (cursor: string) => Promise<One>,
  start = '',
): AsyncGenerator<One, void> {
  for (let cursor: string | null | undefined = start; typeof cursor === 'string'; ) {
    const loaded: One = await load(cursor)
    yield loaded
    cursor = loaded.meta.nextCursor
  }
}

/**
 * Iterates over the pages of a feed, such as `listChanges`, until no more entries exist. Store `meta.cursor` of a page
 * after you processed the page, and continue there the next time.
 */
export async function* followChanges<One extends CursorPage<unknown>>(
  load: (since: string) => Promise<One>,
  since: string,
): AsyncGenerator<One, void> {
  for (let cursor = since; ; ) {
    const loaded = await load(cursor)
    yield loaded
    if (!loaded.meta.hasMore) return
    cursor = loaded.meta.cursor
  }
}

/** Iterates over all resources of a SCIM list. */
export async function* paginateScim<Item>(
  load: (startIndex: number) => Promise<ScimPage<Item>>,
): AsyncGenerator<Item, void> {
  for (let startIndex = 1; ; ) {
    const { Resources, totalResults } = await load(startIndex)
    yield* Resources
    startIndex += Resources.length
    if (Resources.length === 0 || startIndex > totalResults) return
  }
}
