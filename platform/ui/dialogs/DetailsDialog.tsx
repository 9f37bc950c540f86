import { CommentRequest, useCommentKey } from '../keyboard/comment-key.ts'
import { Menu, type MenuItem } from '../menu/Menu.tsx'
import { type Tab, Tabs } from '../menu/Tabs.tsx'
import { RefreshFailed } from '../notices/RefreshFailed.tsx'
import { Skeleton } from '../page/Skeleton.tsx'
import { ListAge } from '../table/states/ListAge.tsx'
import { ActionButton } from './ActionButton.tsx'
import { DetailsSkeleton } from './DetailsSkeleton.tsx'
import { Dialog, DialogBody, DialogFooter } from './Dialog.tsx'
import { divideActions } from './record-actions.ts'
import { type RecordDetails, useRecordCommands } from './record-details.ts'
import { RecordPage } from './RecordPage.tsx'
import { RecordTools } from './RecordTools.tsx'

/**
 * The details of a record: number, status, neighbors, tabs. Esc and Back close them. They are a
 * dialog over the list, or a page if the address says so.
 */
export function DetailsDialog(props: RecordDetails) {
  return props.page?.isPage ? <RecordPage {...props} /> : <RecordDialog {...props} />
}

function RecordDialog(props: RecordDetails) {
  const { title, subtitle, badge, actions, tabs, tab, onTab, onClose } = props
  useRecordCommands(props)
  const isCommentRequested = useCommentKey({ tabs, tab, onTab })
  return (
    <Dialog
      size="details"
      place="Details"
      onClose={onClose}
      description={subtitle ?? (props.isLoading && <Skeleton className="h-5 w-48 max-w-full" />)}
      title={<span className="numbers">{title}</span>}
      titleSuffix={badge}
      tools={
        <div className="no-print flex items-center">
          <RecordTools {...props} />
          {actions && (
            <Menu label={actions.label} items={actions.items}>
              {actions.button}
            </Menu>
          )}
        </div>
      }
    >
      <DialogBody>
        {props.renewal?.error && !props.isLoading && (
          <div className="mb-4">
            <RefreshFailed read={props.renewal} />
          </div>
        )}
        {props.renewal && !props.isLoading && <ListAge read={props.renewal} shown="record" />}
        {props.isLoading ? (
          <DetailsSkeleton />
        ) : (
          <CommentRequest value={isCommentRequested}>
            <Tabs
              label="Details"
              tabs={tabs.map(withLines)}
              open={tab}
              onOpen={onTab}
              shortcut="recordTab"
            />
          </CommentRequest>
        )}
      </DialogBody>
      <Footer steps={props.steps} />
    </Dialog>
  )
}

/** In a dialog, the lines are below the overview. */
function withLines({ lines, ...tab }: Tab): Tab {
  if (!lines) return tab
  const render = () => (
    <div className="grid gap-4">
      {tab.render()}
      {lines.render()}
    </div>
  )
  return { ...tab, render }
}

/** The possible steps; the next one is the last button. */
function Footer({ steps = [] }: { steps: readonly MenuItem[] | undefined }) {
  const { next, buttons } = divideActions(steps)
  if (!next && buttons.length === 0) return null
  return (
    <DialogFooter>
      {buttons.map((item) => (
        <ActionButton key={item.label} item={item} />
      ))}
      {next && <ActionButton item={next} kind="primary" />}
    </DialogFooter>
  )
}
