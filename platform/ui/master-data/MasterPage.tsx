import { type ComponentType, Fragment, type ReactNode } from 'react'
import { capitalize } from '#platform/kernel/plurals-and-capitals.ts'
import { initialText, type ListState } from '#platform/web/list-state.ts'
import { lazyPart } from '../page/LazyPart.tsx'
import { PageContent, PageHeader } from '../page/PageHeader.tsx'
import { EditedRecord } from '../records/EditedRecord.tsx'
import type { MasterFormProps } from './MasterForm.tsx'
import {
  type MasterRow,
  type MasterScreen,
  useMasterRecord,
  useMasterWrites,
} from './master-screen.ts'

const RecentlyDeleted = lazyPart(
  async () => (await import('../records/RecentlyDeleted.tsx')).RecentlyDeleted,
)
const ImportDialog = lazyPart(async () => (await import('../import/ImportDialog.tsx')).ImportDialog)

type GuardProps<Permission> = {
  permission: Permission
  /** The title of the protected dialog. */
  title: string
  onClose: () => void
  children: ReactNode
}

type PartForm<Row, Permission> = {
  permission: Permission
  title: string
  form: (props: { record: Row; onClose: () => void }) => ReactNode
}

type MasterPageProps<Row extends MasterRow, Permission extends string> = {
  screen: MasterScreen<Row>
  list: ListState
  title: string
  subtitle: string
  /** Shows a dialog only to users with a permission. */
  guard: ComponentType<GuardProps<Permission>>
  permissions: { create: Permission; edit: Permission }
  table: ReactNode
  details: (code: string) => ReactNode
  form: (props: MasterFormProps<Row>) => ReactNode
  /** A form of a part of the record, which the URL selects instead. */
  part?: PartForm<Row, Permission> | undefined
  /** Other dialogs over the list. */
  children?: ReactNode
}

/** A page of master data: the list, and over it the dialog that the URL selects. */
export function MasterPage<Row extends MasterRow, Permission extends string>(
  props: MasterPageProps<Row, Permission>,
) {
  const { screen, list, guard: Guard, permissions, form, part } = props
  const { open, edit, new: newText } = list.search
  const edited = useMasterRecord(screen, { list, code: edit })
  const noun = capitalize(screen.noun)
  const { close: onClose } = list
  return (
    <>
      <PageHeader title={props.title} subtitle={props.subtitle} record={open} />
      <PageContent>{props.table}</PageContent>
      {open && props.details(open)}
      {newText && (
        <Guard permission={permissions.create} title={`Create New ${noun}`} onClose={onClose}>
          <Fragment key={`new ${newText}`}>
            {form({ begun: initialText(newText), onClose })}
          </Fragment>
        </Guard>
      )}
      {edit && (
        <Guard
          permission={part?.permission ?? permissions.edit}
          title={part?.title ?? `Edit ${noun}`}
          onClose={onClose}
        >
          <EditedRecord key={edit} of={edited} noun={screen.noun} code={edit} onClose={onClose}>
            {(record) => (part?.form ?? form)({ record, onClose })}
          </EditedRecord>
        </Guard>
      )}
      <FileDialogs screen={screen} list={list} />
      {props.children}
    </>
  )
}

type FileDialogsProps<Row extends MasterRow> = { screen: MasterScreen<Row>; list: ListState }

/** The import and the recently deleted records, which `view` in the URL selects. */
function FileDialogs<Row extends MasterRow>({ screen, list }: FileDialogsProps<Row>) {
  const { nouns, refreshes, file, codeOf } = screen
  const { restore } = useMasterWrites(screen)
  const { view } = list.search
  const onClose = () => list.closePart({ view: undefined })
  if (view === 'import') return <ImportDialog {...{ nouns, refreshes, ...file, onClose }} />
  if (view !== 'deleted') return null
  // The deleted records are answered like the others.
  const recordOf = (row: unknown) => row as Row
  return (
    <RecentlyDeleted
      nouns={nouns}
      endpoint={screen.deleted}
      codeOf={(row) => codeOf(recordOf(row))}
      onRestore={(row) => void restore(recordOf(row))}
      onClose={onClose}
    />
  )
}
