/** What pages show of reports, fetched together. */
export { default as OwnReports } from './OwnReports.svelte';
export { default as ReportPerson } from './ReportPerson.svelte';
