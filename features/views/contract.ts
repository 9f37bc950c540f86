import * as z from 'zod/mini'
import { endpoint } from '#platform/kernel/endpoint.ts'
import { freeText, lineText } from '#platform/kernel/fields.ts'
import { isViewKey, viewedLists } from './rules.ts'

const mostParts = 30
const list = z.enum(viewedLists)

const search = z.record(z.string().check(z.maxLength(50)), freeText(500)).check(
  z.refine((parts) => Object.keys(parts).every(isViewKey), { error: 'Invalid input' }),
  z.refine((parts) => Object.keys(parts).length <= mostParts, { error: 'Too many parts' }),
)

export const viewForm = z.object({
  list,
  name: lineText(60),
  search,
  isShared: z.optional(z.boolean()),
  isDefault: z.optional(z.boolean()),
})
export type ViewForm = z.output<typeof viewForm>

/** A saved view of a list. A shared one is visible to all users and changed only by its owner. */
export const savedView = z.object({
  id: z.int(),
  list,
  name: z.string(),
  search: z.record(z.string(), z.string()),
  /** Why this version cannot read the view; `search` is then empty. */
  whyNot: z.optional(z.string()),
  isShared: z.boolean(),
  isDefault: z.boolean(),
  isMine: z.boolean(),
  owner: z.string(),
  version: z.int(),
})
export type SavedView = z.infer<typeof savedView>

export const listViews = endpoint('GET', '/api/views', {
  permission: 'views.own',
  query: z.object({ list: z.optional(list) }),
  returns: z.array(savedView),
  summary: 'Your views and the shared views, by name',
})
export const createView = endpoint('POST', '/api/views', {
  permission: 'views.own',
  body: viewForm,
  returns: savedView,
  status: 201,
  summary: 'Saves the current list settings under a name',
})
export const updateView = endpoint('PUT', '/api/views/:id', {
  permission: 'views.own',
  checksVersion: true,
  body: z.partial(z.omit(viewForm, { list: true })),
  returns: savedView,
  summary: 'Changes one of your views; omitted fields do not change',
})
export const deleteView = endpoint('DELETE', '/api/views/:id', {
  permission: 'views.own',
  checksVersion: true,
  summary: 'Deletes one of your views',
})
