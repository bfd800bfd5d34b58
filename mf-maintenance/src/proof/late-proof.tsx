import { late } from '@mainstay/ui/base';
import { useFailure } from '@mainstay/web-kit';
import { useEffect } from 'react';
import { strings } from '../strings.ts';
import { type ProofDialogProps } from './proof-dialog.tsx';

const proofDialog = late(() => import(/* webpackChunkName: "proof" */ './proof-dialog.tsx'));

/** The dialog that asks what proves that a ticket is done. Its code is loaded when it is first needed. */
export function LateProof(props: ProofDialogProps) {
  const { loaded, whenLoaded } = proofDialog.useOnPress(useFailure(strings.page.dialogFailed));
  const { missing } = props;
  // After a failure: when it is needed again.
  useEffect(() => whenLoaded(() => undefined), [whenLoaded, missing]);
  return loaded ? <loaded.ProofDialog {...props} /> : null;
}
