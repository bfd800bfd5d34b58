# All images of the product, from one installation. docker-compose.yml builds them; one of them alone, with BuildKit:
#   docker build --target service --build-arg SERVICE=svc-core --tag mainstay/svc-core .
#   docker build --target remote --build-arg WORKSPACE=mf-maintenance --build-arg REMOTE=maintenance --tag mainstay/mf-maintenance .
#     (and so the shell and the public pages: WORKSPACE=shell REMOTE=shell, WORKSPACE=intake REMOTE=intake)
#   docker build --target gateway --tag mainstay/gateway .     (or publisher, backup)
# Why they are as they are: docs/decisions/0025-images-share-their-layers.md.

# What the images start from, named here alone. tools/deploy/images/pin.sh writes the digests behind the tags.
FROM node:24.21.0-bookworm-slim AS node
FROM nginx:1.28-alpine AS nginx

FROM node AS sources
WORKDIR /src
COPY . .

# The inputs of the installation. A stage that copies from this one is built again when one of these files changes,
# but not when a source does.
FROM sources AS manifests
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete && find . -type d -empty -delete

FROM node AS installed
WORKDIR /src
COPY --from=manifests /src ./
RUN npm ci --ignore-scripts

# Node, a shell with a handful of programs, and the libraries of both.
FROM node AS debian
COPY tools/deploy/images/collect.sh /usr/local/bin/
COPY tools/deploy/src/settle.ts /
RUN collect.sh /tools sh cat cp id ls mkdir rm sleep \
  && collect.sh /node node /lib/*-linux-gnu/libresolv.so.2 /lib/*-linux-gnu/librt.so.1 \
  && mkdir -p /tools/etc /tools/srv /tools/usr/local/bin && install -d -m 1777 /tools/tmp \
  && cp /etc/os-release /etc/nsswitch.conf /tools/etc \
  && printf 'root:x:0:0::/:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n' > /tools/etc/passwd \
  && printf 'root:x:0:\nnode:x:1000:\n' > /tools/etc/group \
  && node /settle.ts /tools && node /settle.ts /node

FROM scratch AS tools
ENV PATH=/usr/local/bin:/usr/bin
COPY --from=debian /tools /

FROM tools AS runtime
COPY --from=debian /node /
ENV NODE_ENV=production

# The files of this project are collected in /out, and copied from there as one layer.
FROM installed AS workshop
COPY --from=sources /src/tools/deploy/src tools/deploy/src
COPY --from=sources /src/tools/deploy/images tools/deploy/images

FROM workshop AS kit-build
COPY --from=sources /src/tsconfig.*.json ./
COPY --from=sources /src/packages packages
RUN npm run build --workspace packages/service-kit
RUN node tools/deploy/src/shipped-packages.ts /out/srv packages/service-kit \
  && cp --parents packages/service-kit/package.json /out/srv \
  && cp -R --parents packages/service-kit/dist /out/srv \
  && rm -r /out/srv/packages/service-kit/dist/testing \
  && find /out/srv/packages -name '*.map' -delete -o -name '*.d.ts' -delete \
  && node tools/deploy/src/settle.ts /out

FROM kit-build AS service-build
ARG SERVICE
COPY --from=sources /src/${SERVICE} ${SERVICE}
RUN npm run build --workspace "$SERVICE" && rm -r /out
# With its documents for /api/docs and its routes for the gateway. Only the last two folders are written: with the
# disk driver's files, and, by the migrate step of docker-compose.yml, with the routes for the gateway.
RUN node tools/deploy/src/shipped-packages.ts /out/srv "$SERVICE" --without packages/service-kit \
  && cp --parents "$SERVICE/package.json" "$SERVICE/openapi.json" "$SERVICE/service.json" /out/srv \
  && cp -R --parents "$SERVICE/dist" /out/srv \
  && find "/out/srv/$SERVICE" -name '*.map' -delete -o -name '*.d.ts' -delete \
  && npm run --silent sbom -- -w "$SERVICE" -o /out/srv/sbom.cdx.json \
  && install -d -o node -g node /out/data /out/srv/services \
  && node tools/deploy/src/settle.ts /out

# The same image migrates (node dist/database/migrate.js) and serves.
FROM runtime AS service
COPY --from=kit-build /out /
ARG SERVICE
COPY --from=service-build /out /
WORKDIR /srv/${SERVICE}
# A larger young generation is kept as garbage: decision 39.
ENV HOST=0.0.0.0 PORT=3000 STORAGE_DIR=/data NODE_OPTIONS=--max-semi-space-size=2
EXPOSE 3000
# Not fetch, which takes twice the processor time to load.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s \
  CMD ["node", "--eval", "require('http').get('http://127.0.0.1:3000/health/ready', (r) => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
ARG VERSION=unreleased
ARG COMMIT
ENV COMMIT=${COMMIT}
LABEL org.opencontainers.image.title="Mainstay ${SERVICE}" org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${COMMIT}"
USER node
CMD ["node", "dist/main.js"]

# What the front ends import of the services: types and limits.
FROM sources AS contracts
RUN mkdir /contracts && cp --parents svc-*/openapi.* /contracts

FROM workshop AS remote-build
COPY --from=sources /src/tsconfig.*.json ./
COPY --from=sources /src/packages packages
COPY --from=contracts /contracts ./
ARG WORKSPACE
COPY --from=sources /src/${WORKSPACE} ${WORKSPACE}
RUN npm run build --workspace "$WORKSPACE"
RUN mkdir -p /out/srv /out/usr/local/bin && cp -R "$WORKSPACE/dist" /out/srv \
  && cp tools/deploy/images/hand-over /out/usr/local/bin \
  && npm run --silent sbom -- -w "$WORKSPACE" -o /out/srv/sbom.cdx.json \
  && install -d -o node -g node /out/srv/builds \
  && node tools/deploy/src/settle.ts /out

# The files of a remote, the shell or the public pages. Copies them to the publisher, and exits.
FROM tools AS remote
ARG WORKSPACE
COPY --from=remote-build /out /
ARG REMOTE
ARG VERSION=unreleased
ARG COMMIT
ENV REMOTE=${REMOTE} COMMIT=${COMMIT}
LABEL org.opencontainers.image.title="Mainstay ${WORKSPACE}" org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${COMMIT}"
USER node
CMD ["hand-over"]

FROM workshop AS publisher-build
COPY --from=sources /src/gateway gateway
RUN node tools/deploy/src/shipped-packages.ts /out/srv node_modules/zod \
  && cp --parents gateway/package.json /out/srv && cp -R --parents gateway/src /out/srv \
  && mkdir -p /out/usr/local/bin && cp tools/deploy/images/publish /out/usr/local/bin \
  && npm run --silent sbom -- -w gateway -o /out/srv/sbom.cdx.json \
  && install -d -o node -g node /out/srv/builds /out/srv/registry \
  && node tools/deploy/src/settle.ts /out

# Publishes the files from a remote's image into the registry's volume at /srv/registry, and exits.
FROM runtime AS publisher
COPY --from=publisher-build /out /
WORKDIR /srv/gateway
ARG VERSION=unreleased
ARG COMMIT
LABEL org.opencontainers.image.title="Mainstay publisher" org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${COMMIT}"
USER node
CMD ["publish"]

FROM workshop AS gateway-build
COPY --from=sources /src/gateway gateway
COPY --from=sources /src/docs/api*.md docs/
COPY --from=contracts /contracts ./
# nginx writes only below /run/gateway, like below OUT_DIR in the embedded run; 101 is its user.
RUN mkdir -p /out/etc/nginx /out/docker-entrypoint.d /out/usr/local/bin /out/srv/swagger-ui /out/srv/prose \
  && cp -R gateway/nginx /out/etc/nginx/templates && cp -R gateway/docs /out/srv \
  && cp docs/api*.md /out/srv/prose && node gateway/src/all-document.ts . /out/srv/docs/all.json \
  && install gateway/container/15-gateway-settings.envsh /out/docker-entrypoint.d \
  && install gateway/container/gateway-reload /out/usr/local/bin \
  && install -D -m 644 gateway/container/path-faults.awk /out/usr/local/share/path-faults.awk \
  && dist=node_modules/swagger-ui-dist && cp "$dist/LICENSE" "$dist/NOTICE" "$dist/swagger-ui.css" \
    "$dist/swagger-ui-bundle.js" "$dist/swagger-ui-standalone-preset.js" "$dist/favicon-32x32.png" /out/srv/swagger-ui \
  && npm run --silent sbom -- -w gateway -o /out/srv/sbom.cdx.json \
  && install -d -o 101 -g 101 /out/run/gateway \
  && node tools/deploy/src/settle.ts /out

# nginx, its configuration, and the page at /api/docs; the shell and the remotes come from the registry's volume.
FROM nginx AS gateway
COPY --from=gateway-build /out /
ENV NGINX_ENVSUBST_OUTPUT_DIR=/run/gateway NGINX_ENVSUBST_FILTER=^[A-Z]
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=10s --start-period=60s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8080/gateway/health"]
ARG VERSION=unreleased
ARG COMMIT
LABEL org.opencontainers.image.title="Mainstay gateway" org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${COMMIT}"
USER nginx
CMD ["nginx", "-e", "stderr", "-p", "/run/gateway", "-c", "nginx.conf"]

FROM workshop AS backup-build
COPY --from=sources /src/tools/backup tools/backup
RUN node tools/deploy/src/shipped-packages.ts /out/srv tools/backup \
  && cp --parents tools/backup/package.json /out/srv && cp -R --parents tools/backup/src /out/srv \
  && npm run --silent sbom -- -w tools/backup -o /out/srv/sbom.cdx.json \
  && install -d -o node -g node /out/backups \
  && node tools/deploy/src/settle.ts /out

# The commands of backup and restore.
FROM runtime AS backup
COPY --from=backup-build /out /
WORKDIR /srv/tools/backup
ARG VERSION=unreleased
ARG COMMIT
LABEL org.opencontainers.image.title="Mainstay backup" org.opencontainers.image.licenses=Apache-2.0 \
  org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${COMMIT}"
USER node
ENTRYPOINT ["node", "src/main.ts"]
CMD ["check", "/backups"]
