import { useState } from 'react'
import { useMay, useMe } from '#features/auth/ui/parts/current-user.ts'
import { readSettings } from '#features/settings/contract.ts'
import { defaultSettings } from '#features/settings/rules.ts'
import { Alert } from '#platform/ui/notices/Alert.tsx'
import { Button } from '#platform/ui/buttons/Button.tsx'
import { TextField } from '#platform/ui/form/Fields.tsx'
import { FormDialog } from '#platform/ui/form/FormDialog.tsx'
import { useRead, useWrite } from '#platform/web/api-hooks.ts'
import {
  type StockAdjustment,
  approveStockAdjustment,
  listStockAdjustments,
  rejectStockAdjustment,
  type Sku,
} from '../../contract.ts'
import { deltaText } from '../../rules.ts'
import { skuReads } from '../sku-screen.ts'

/** A SKU's waiting adjustment, with actions to approve or reject it. */
export function AdjustmentsAwaitingApproval({ sku }: { sku: Sku }) {
  const { data = [] } = useRead(listStockAdjustments, { params: { id: sku.id } })
  const waiting = data.filter(({ status }) => status === 'waiting')
  return waiting.map((each) => <Awaiting key={each.id} adjustment={each} />)
}

function Awaiting({ adjustment }: { adjustment: StockAdjustment }) {
  const { id, version, units, reason, askedBy, askedById } = adjustment
  const { data: me } = useMe()
  const may = useMay()
  const [isRejecting, setRejecting] = useState(false)
  const approval = useWrite(approveStockAdjustment, {
    refreshes: skuReads,
    success: 'Adjustment approved',
    failure: 'Failed to approve the adjustment',
  })
  const approve = () => void approval.tryRun({ params: { id }, ifMatch: version })
  const isOwn = me?.id === askedById
  const mayApprove = may('skus.approveAdjust')
  const { data: { sodMode } = defaultSettings } = useRead(readSettings)
  const whyNot =
    isOwn && sodMode === 'enforce' ? 'You requested it. Another person must approve it' : ''
  const rejection = isOwn ? 'Withdraw' : 'Reject'
  return (
    <>
      <Alert
        tone="warning"
        title={`An adjustment of ${deltaText(units)} awaits approval`}
        actions={
          <>
            {mayApprove && (
              <Button size="small" isOnce onClick={approve} whyNot={whyNot}>
                Approve
              </Button>
            )}
            {(mayApprove || isOwn) && (
              <Button size="small" onClick={() => setRejecting(true)}>
                {rejection}
              </Button>
            )}
          </>
        }
      >
        {`Requested by ${askedBy}${reason ? `: ${reason}` : ''}`}
      </Alert>
      {isRejecting && (
        <RejectDialog
          title={rejection}
          adjustment={adjustment}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  )
}

type RejectDialogProps = { title: string; adjustment: StockAdjustment; onClose: () => void }

function RejectDialog({ title, adjustment, onClose }: RejectDialogProps) {
  const { id, version, units } = adjustment
  const rejection = useWrite(rejectStockAdjustment, {
    refreshes: skuReads,
    success: 'Adjustment rejected',
    failure: 'Failed to reject the adjustment',
  })
  return (
    <FormDialog
      title={`${title} the adjustment of ${deltaText(units)}`}
      description="The stock does not change. The requester sees the reason."
      schema={rejectStockAdjustment.body}
      values={{ reason: '' }}
      toWire={toWire}
      size="small"
      submitLabel={title}
      version={version}
      onClose={onClose}
      onSave={(body, attempt) => rejection.run({ params: { id }, body, ...attempt })}
    >
      <TextField name="reason" label="Reason *" />
    </FormDialog>
  )
}

function toWire(values: { reason: string }) {
  return values
}
