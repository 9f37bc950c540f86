import * as z from 'zod/mini'
import { SwitchField, TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useWrite } from '#platform/web/api-hooks.ts'
import { ApiError, send } from '#platform/web/api-client.ts'
import { type SavedView, createView, listViews, updateView, viewForm } from '../contract.ts'
import type { ViewSearch, ViewedList } from '../rules.ts'

const form = z.pick(viewForm, { name: true, isShared: true, isDefault: true })
type Form = { name: string; isShared: boolean; isDefault: boolean }
const asTyped = (values: Form) => values

const valuesOf = (view?: SavedView): Form => ({
  name: view?.name ?? '',
  isShared: view?.isShared ?? false,
  isDefault: view?.isDefault ?? false,
})

async function rereadOf({ id, list }: SavedView) {
  const views = await send(listViews, { query: { list } })
  const fresh = views.find((each) => each.id === id)
  if (!fresh) throw new ApiError(404, 'The view no longer exists')
  return { values: valuesOf(fresh), version: fresh.version }
}

type ViewDialogProps = {
  list: ViewedList
  search: ViewSearch
  /** The view to edit; undefined for a new view. */
  view?: SavedView
  onSaved: (view: SavedView) => void
  onClose: () => void
}

/** The dialog for a view's name and visibility. */
export function ViewDialog({ list, search, view, onSaved, onClose }: ViewDialogProps) {
  const refreshes = [listViews]
  const create = useWrite(createView, {
    refreshes,
    success: 'View created successfully',
    failure: 'Failed to create view',
  })
  const update = useWrite(updateView, {
    refreshes,
    success: 'View updated successfully',
    failure: 'Failed to update view',
  })
  return (
    <FormDialog
      title={view ? 'Rename or share the view' : 'Save view'}
      description="Filters, search, order, columns and page size are saved."
      schema={form}
      values={valuesOf(view)}
      toWire={asTyped}
      size="small"
      submitLabel={view ? 'Update View' : 'Create View'}
      onClose={onClose}
      {...(view && { version: view.version, reread: () => rereadOf(view) })}
      onSave={async (body, { idempotencyKey, ifMatch }) => {
        const saved = view
          ? await update.run({ params: { id: view.id }, body, idempotencyKey, ifMatch })
          : await create.run({ body: { ...body, list, search }, idempotencyKey })
        onSaved(saved)
      }}
    >
      <div className="grid gap-4">
        <TextField name="name" label="Name *" />
        <SwitchField
          name="isShared"
          label="Shared"
          hint="Everyone can use it; only you can change it"
        />
        <SwitchField
          name="isDefault"
          label="Default"
          hint="The list opens with this view, for you only"
        />
      </div>
    </FormDialog>
  )
}
