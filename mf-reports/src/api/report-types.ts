import { type components } from '@mainstay/svc-reports/openapi';

type Schemas = components['schemas'];

/** By how a report can be divided. */
export type GroupBy = 'location' | 'category' | 'vendor' | 'month';

/** Days in each store's own time zone, both included. */
export interface Period {
  from: string;
  to: string;
}

/** It is divided as was asked for. The version of the service before this one has all groups, and does not count them. */
type Divided<Given> = Omit<Given, 'groupBy' | 'groupCount' | 'emptyGroupCount'> & {
  groupBy: GroupBy;
  groupCount?: number;
  emptyGroupCount?: number;
};

export type OverdueReport = Divided<Schemas['OverdueReport']>;
export type RepeatsReport = Divided<Schemas['RepeatsReport']>;
export type SpendReport = Divided<Schemas['SpendReport']>;
export type SpeedReport = Divided<Schemas['SpeedReport']>;

/**
 * An answer to one of the questions. Hours and shares (percent) have one decimal, money is a decimal string with two
 * places.
 */
export type Report = OverdueReport | RepeatsReport | SpendReport | SpeedReport;
export type Question = Report['question'];

export type OverdueRow = OverdueReport['total'];
export type RepeatsRow = RepeatsReport['total'];
export type SpendRow = SpendReport['total'];
export type SpeedRow = SpeedReport['total'];
export type RepeatsItem = RepeatsReport['equipment'][number];
export type SpendItem = SpendReport['equipment'][number];
