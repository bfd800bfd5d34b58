# Whether the services' paths go together: src/service-files.ts and the nginx image both ask this program. Reads a line
# for each path, "claim" or "stream", the service, the service within whose paths it lies or "-", and the path; prints a
# sentence for each fault. What a path is, is in src/path-pattern.ts.

function has_rest(path) { return path ~ /\/[*][*]$/ }
function parts(path, into) { sub(/\/[*][*]$/, "", path); return split(path, into, "/") }

# Whether some address matches both paths.
function overlap(one, other,    a, b, m, n, i) {
  m = parts(one, a); n = parts(other, b)
  if ((m < n && !has_rest(one)) || (n < m && !has_rest(other))) return 0
  for (i = 1; i <= m && i <= n; i++) if (a[i] != b[i] && a[i] !~ /^[{]/ && b[i] !~ /^[{]/) return 0
  return 1
}

# Whether every address that matches `narrow` also matches `wide`.
function is_within(narrow, wide,    a, b, m, n, i) {
  m = parts(narrow, a); n = parts(wide, b)
  if (m < n || ((m > n || has_rest(narrow)) && !has_rest(wide))) return 0
  for (i = 1; i <= n; i++) if (a[i] != b[i] && b[i] !~ /^[{]/) return 0
  return 1
}

# Whether `owner` has a path that this one lies within, one of its own if `own`.
function has_path(owner, narrow, own,    i) {
  for (i = 1; i <= count; i++)
    if (kind[i] == "claim" && service[i] == owner && (!own || outer[i] == "-") && is_within(narrow, path[i])) return 1
  return 0
}

{ count++; kind[count] = $1; service[count] = $2; outer[count] = $3; path[count] = $4 }

END {
  for (i = 1; i <= count; i++) {
    claimed = "svc-" service[i] " claims " path[i]
    if (kind[i] == "stream") {
      if (!has_path(service[i], path[i], 0)) print "svc-" service[i] "/service.json: streams " path[i] " is not one of its paths"
      continue
    }
    # The page with the documentation. A service's document is routed by its name.
    if (overlap(path[i], "/api/docs/**")) print claimed ", which belongs to the gateway"
    if (outer[i] != "-" && !has_path(outer[i], path[i], 1))
      print claimed " within " outer[i] ", but svc-" outer[i] " has no such path"
    for (j = i + 1; j <= count; j++) {
      if (kind[j] == "stream" || service[i] == service[j] || outer[i] == service[j] || outer[j] == service[i]) continue
      if (path[i] == path[j]) print "svc-" service[i] " and svc-" service[j] " both claim " path[i]
      else if (overlap(path[i], path[j])) print claimed " and svc-" service[j] " claims " path[j] ", which overlap"
    }
  }
}
