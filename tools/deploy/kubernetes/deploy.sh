#!/bin/sh
# Deploys the application and the domains that have manifests of their own, whichever there are: the migrations of all
# services in their order, then the services, then the remotes. Its argument is your overlay of base:
#   tools/deploy/kubernetes/deploy.sh tools/deploy/kubernetes/managed
set -eu
overlay=$(cd "$1" && pwd)
cd "$(dirname "$0")/../../.."
services=$(tools/deploy/in-order.sh)
kube() { kubectl --namespace mainstay "$@"; }
# A job that has ended does not run again: it is created anew.
run() { # kustomization, file of its jobs
  kubectl delete --ignore-not-found --kustomize "$1"
  kubectl apply --kustomize "$1"
  kube wait --for condition=complete --timeout 10m --filename "$1/$2.yaml"
}

run tools/deploy/kubernetes/migrate migrate
for service in $services; do
  own=svc-$service/kubernetes/migrate
  [ ! -d "$own" ] || run "$own" migrate
done

kubectl apply --kustomize "$overlay"
for service in $services; do
  own=svc-$service/kubernetes/service
  # Server-side, so that the ConfigMap services keeps the files of the others.
  [ ! -d "$own" ] || kubectl apply --server-side --field-manager "svc-$service" --kustomize "$own"
done
# Whatever else has changed, the new pods read all files of the ConfigMap services.
kube rollout restart deployment/gateway
for deployment in $(kube get deployments --output name); do
  kube rollout status --timeout 10m "$deployment"
done

run tools/deploy/kubernetes/remotes publish
for own in mf-*/kubernetes/publish; do
  [ ! -d "$own" ] || run "$own" publish
done
