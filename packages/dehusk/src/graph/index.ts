export { type AgreementProblem, agreementEnergy } from "./agreement-energy.ts";
export { correlationCluster, type ListedWeights } from "./correlation-cluster.ts";
export { expandAll, expandFast } from "./expand.ts";
export { type GivenPartition, medianPartition } from "./median-partition.ts";
