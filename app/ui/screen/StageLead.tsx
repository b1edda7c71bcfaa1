import { createContext, useContext } from 'react';

/** Description of the tool, which an empty stage shows on phones. */
export const StageLead = createContext<string | undefined>(undefined);

export function LeadLine() {
  return <p className="stage-lead">{useContext(StageLead)}</p>;
}
